/**
 * Public people of the two Koreas and of China as they write their names, and as reference works
 * write them in Latin letters; and members of the parliament of Taiwan, from the public data of
 * EveryPolitician. Only for measurement: no rule was written for any of them.
 */
const rows = {
  hangul: `
    김일성 KIM Il Sung|김정숙 KIM Jong Suk|김성애 KIM Song Ae|김정일 KIM Jong Il|성혜림 SONG Hye Rim|고용희 KO Yong Hui
    김옥 KIM Ok|김정은 KIM Jong Un|리설주 RI Sol Ju|김주애 KIM Ju Ae|김여정 KIM Yo Jong|김정철 KIM Jong Chol
    김정남 KIM Jong Nam|김한솔 KIM Han Sol|김설송 KIM Sol Song|김경희 KIM Kyong Hui|장성택 JANG Song Thaek
    김평일 KIM Pyong Il|김영주 KIM Yong Ju|김덕훈 KIM Tok Hun|조용원 JO Yong Won|최룡해 CHOE Ryong Hae
    리병철 RI Pyong Chol|박정천 PAK Jong Chon|리영길 RI Yong Gil|강순남 KANG Sun Nam|노광철 NO Kwang Chol
    정경택 JONG Kyong Thaek|김재룡 KIM Jae Ryong|리일환 RI Il Hwan|오수용 O Su Yong|박태성 PAK Thae Song
    전현철 JON Hyon Chol|박정근 PAK Jong Gun|리히용 RI Hi Yong|김형식 KIM Hyong Sik|주창일 JU Chang Il
    한광상 HAN Kwang Sang|김기남 KIM Ki Nam|양형섭 YANG Hyong Sop|최태복 CHOE Thae Bok|리창대 RI Chang Dae
    리태섭 RI Tae Sop|방두섭 PANG Tu Sop|리창호 RI Chang Ho|림광일 RIM Kwang Il|김영철 KIM Yong Chol
    김원홍 KIM Won Hong|장창하 JANG Chang Ha|김정식 KIM Jong Sik|홍승무 HONG Sung Mu|조춘룡 JO Chun Ryong
    전일호 JON Il Ho|박도춘 PAK To Chun|박진혁 PARK Jin Hyok|전일춘 JON Il Chun|박남기 PAK Nam Gi
    최선희 CHOE Son Hui|신홍철 SIN Hong Chol|리룡남 RI Ryong Nam|김형준 KIM Hyong Jun|리수용 RI Su Yong
    리용호 RI Yong Ho|김계관 KIM Kye Gwan|리선권 RI Son Gwon|현영철 HYON Yong Chol|태영호 THAE Yong Ho
    리일규 RI Il Gyu|류현우 RYU Hyun Woo|조성길 JO Song Gil|황장엽 HWANG Jang Yop|강명도 KANG Myong Do
    현송월 HYON Song Wol|김성혜 KIM Song Hye|리춘희 RI Chun Hee|최상건 CHOE Sang Gon|신룡만 SIN Ryong Man
    황병서 HWANG Pyong So|오극렬 O Kuk Ryol|윤호진 YUN Ho Jin|리제선 RI Je Son|황석화 HWANG Sok Hwa
    백세봉 PAEK Se Bong|장명진 JANG Myong Jin|최춘식 CHOE Chun Sik|현광일 HYON Kwang Il|김락겸 KIM Rak Gyom
    윤석열 YOON Suk Yeol|문재인 MOON Jae In|이재명 LEE Jae Myung|박근혜 PARK Geun Hye|노무현 ROH Moo Hyun
    이명박 LEE Myung Bak|반기문 BAN Ki Moon|한덕수 HAN Duck Soo|이낙연 LEE Nak Yon|조국 CHO Kuk
    홍준표 HONG Joon Pyo|안철수 AHN Cheol Soo|유승민 YOO Seong Min|심상정 SIM Sang Jung|정의선 CHUNG Eui Sun
    이재용 LEE Jae Yong|최태원 CHEY Tae Won|구광모 KOO Kwang Mo|신동빈 SHIN Dong Bin|방시혁 BANG Si Hyuk
    봉준호 BONG Joon Ho|손흥민 SON Heung Min|황교안 HWANG Kyo Ahn|정세균 CHUNG Sye Kyun|추미애 CHOO Mi Ae
    오세훈 OH Se Hoon|박원순 PARK Won Soon|이해찬 LEE Hae Chan|김부겸 KIM Boo Kyum|강경화 KANG Kyung Wha
    정의용 CHUNG Eui Yong|서훈 SUH Hoon|임종석 IM Jong Seok|전두환 CHUN Doo Hwan|노태우 ROH Tae Woo
    김영삼 KIM Young Sam|김대중 KIM Dae Jung|박정희 PARK Chung Hee|이승만 RHEE Syngman|윤보선 YUN Po Sun
    남궁민 NAMGOONG Min|제갈량 JEGAL Ryang|이강인 LEE Kang In|박찬욱 PARK Chan Wook|송강호 SONG Kang Ho`,
  han: `
    陈全国 CHEN Quanguo|朱海仑 ZHU Hailun|王君正 WANG Junzheng|陈明国 CHEN Mingguo|王明山 WANG Mingshan
    霍留军 HUO Liujun|孙金龙 SUN Jinlong|彭家瑞 PENG Jiarui|骆惠宁 LUO Huining|张晓明 ZHANG Xiaoming
    夏宝龙 XIA Baolong|郑雁雄 ZHENG Yanxiong|王晨 WANG Chen|曹建明 CAO Jianming|张春贤 ZHANG Chunxian
    沈跃跃 SHEN Yueyue|吉炳轩 JI Bingxuan|万鄂湘 WAN Exiang|陈竺 CHEN Zhu|王东明 WANG Dongming
    丁仲礼 DING Zhongli|郝明金 HAO Mingjin|蔡达峰 CAI Dafeng|武维华 WU Weihua|李江舟 LI Jiangzhou
    陈冬 CHEN Dong|仇鸿 QIU Hong|卢新宁 LU Xinning|谭铁牛 TAN Tieniu|尹宗华 YIN Zonghua|何靖 HE Jing
    杨建平 YANG Jianping|邓中华 DENG Zhonghua|吴英杰 WU Yingjie|张洪波 ZHANG Hongbo|李尚福 LI Shangfu
    马晓红 MA Xiaohong|周建舒 ZHOU Jianshu|洪锦花 HONG Jinhua|罗传续 LUO Chuanxu|孙思东 SUN Sidong
    李方伟 LI Fangwei|张建 ZHANG Jian|严晓兵 YAN Xiaobing|郑富京 ZHENG Fujing|习近平 XI Jinping|李克强 LI Keqiang
    李强 LI Qiang|赵乐际 ZHAO Leji|王沪宁 WANG Huning|蔡奇 CAI Qi|丁薛祥 DING Xuexiang|李希 LI Xi|韩正 HAN Zheng
    王毅 WANG Yi|秦刚 QIN Gang|赵克志 ZHAO Kezhi|郭声琨 GUO Shengkun|刘建超 LIU Jianchao|魏凤和 WEI Fenghe
    董军 DONG Jun|张又侠 ZHANG Youxia|何卫东 HE Weidong|苗华 MIAO Hua|单忠德 SHAN Zhongde|曾庆红 ZENG Qinghong
    温家宝 WEN Jiabao|胡锦涛 HU Jintao|江泽民 JIANG Zemin|朱镕基 ZHU Rongji|薄熙来 BO Xilai|周永康 ZHOU Yongkang
    令计划 LING Jihua|徐才厚 XU Caihou|郭伯雄 GUO Boxiong|孙政才 SUN Zhengcai|王岐山 WANG Qishan|栗战书 LI Zhanshu
    汪洋 WANG Yang|俞正声 YU Zhengsheng|张德江 ZHANG Dejiang|刘云山 LIU Yunshan|张高丽 ZHANG Gaoli|任正非 REN Zhengfei
    孟晚舟 MENG Wanzhou|马云 MA Yun|马化腾 MA Huateng|李彦宏 LI Yanhong|雷军 LEI Jun|张一鸣 ZHANG Yiming
    許家印 XU Jiayin|吕绪 LU Xu|欧阳修 OUYANG Xiu|司马光 SIMA Guang|区志伟 OU Zhiwei|解振华 XIE Zhenhua
    毛澤東 MAO Tse-tung|周恩來 CHOU En-lai|鄧小平 TENG Hsiao-ping|蔣經國 CHIANG Ching-kuo|李登輝 LEE Teng-hui
    陳水扁 CHEN Shui-bian|馬英九 MA Ying-jeou|蔡英文 TSAI Ing-wen|賴清德 LAI Ching-te|蘇貞昌 SU Tseng-chang
    韓國瑜 HAN Kuo-yu|朱立倫 CHU Li-luan|柯文哲 KO Wen-je|侯友宜 HOU Yu-ih|宋楚瑜 SOONG Chu-yu|謝長廷 HSIEH Chang-ting
    連戰 LIEN Chan|王金平 WANG Jin-pyng|吳伯雄 WU Po-hsiung|張忠謀 CHANG Chung-mou|郭台銘 KUO Tai-ming
    林全 LIN Chuan|游錫堃 YU Shyi-kun|蕭美琴 HSIAO Bi-khim|吳釗燮 WU Chao-hsieh|邱國正 CHIU Kuo-cheng`,
  taiwan: `
    何欣純 HO Hsin-Chun|余宛如 YU Wan-Ju|劉世芳 LIU Shyh-Fang|劉建國 LIU Chien-Kuo
    劉櫂豪 LIU Chao-Hao|吳焜裕 WU Kuen-Yuh|吳琪銘 WU Chi-Ming|吳秉叡 WU Ping-Jui|呂孫綾 LU Sun-Ling
    呂學樟 LU Hsueh-Chang|周倪安 CHOU Ni-An|周春米 CHOU Chun-Mi|姚文智 YAO Wen-Chih
    孔文吉 KUNG Wen-Chi|孫大千 SUN Ta-Chien|尤美女 YU Mei-Nu|廖國棟 LIAO Kuo-Tung
    廖正井 LIAO Cheng-Ching|張嘉郡 CHANG Chia-Chun|張宏陸 CHANG Hung-Lu|張慶忠 CHANG Ching-Chung
    張麗善 CHANG Li-Shan|徐國勇 HSU Kuo-Yung|徐志榮 HSU Chih-Jung|徐榛蔚 HSU Chen-Wei
    徐欣瑩 HSU Hsin-Ying|徐永明 HSU Yung-Ming|施義芳 SHIH Yi-Fang|曾巨威 TSENG Chu-Wei
    李俊俋 LEE Chun-Yi|李慶華 LEE Ching-Hua|李應元 LEE Ying-Yuan|李昆澤 LEE Kun-Tse
    李桐豪 LEE Tung-Hao|李貴敏 LEE Guei-Min|李鴻鈞 LEE Hung-Chun|李麗芬 LEE Li-Feng
    林俊憲 LIN Chun-Hsien|林國正 LIN Kuo-Cheng|林岱樺 LIN Tai-Hua|林德福 LIN Te-Fu
    林淑芬 LIN Shu-Fen|林滄敏 LIN Tsang-Min|林為洲 LIN Wei-Chou|林郁方 LIN Yu-Fang
    林靜儀 LIN Ching-Yi|林鴻池 LIN Hung-Chih|林麗蟬 LIN Li-Chan|柯志恩 KO Chih-En
    楊瓊瓔 YANG Chiung-Ying|楊鎮浯 YANG Cheng-Wu|楊麗環 YANG Li-Huan|段宜康 TUAN Yi-Kang
    江惠貞 CHIANG Huei-Chen|洪宗熠 HUNG Chun-Yi|洪慈庸 HUNG Tzu-Yung|王定宇 WANG Ting-Yu
    王廷升 WANG Ting-Son|王惠美 WANG Hui-Mei|王榮璋 WANG Jung-Chang|王進士 WANG Chin-Shih
    田秋堇 TIEN Chiu-Chin|盧嘉辰 LU Chia-Chen|管碧玲 KUAN Bi-Ling|簡東明 CHIEN Tung-Ming
    羅明才 LO Ming-Tsai|羅淑蕾 LO Shu-Lei|羅致政 LO Chih-Cheng|翁重鈞 WONG Chung-Chun
    莊瑞雄 CHUANG Jui-Hsiung|葉津鈴 YEH Chin-Lin|蔡其昌 TSAI Chi-Chang|蔡培慧 TSAI Pei-Hui
    蔡易餘 TSAI Yi-Yu|蔡正元 TSAI Cheng-Yuan|蔡煌瑯 TSAI Huang-Liang|蔡適應 TSAI Shih-Ying
    蔡錦隆 TSAI Chin-Lung|蔣乃辛 CHIANG Nai-Shin|蔣萬安 CHIANG Wan-An|薛凌 HSUEH Ling
    蘇巧慧 SU Chiao-Hui|蘇治芬 SU Chih-Feng|蘇清泉 SU Ching-Chuan|蘇震清 SU Chen-Ching
    許智傑 HSU Chih-Chieh|許淑華 HSU Shu-Hua|許添財 HSU Tain-Tsair|詹凱臣 CHAN Kai-Chin
    詹滿容 CHAN Man-Jung|謝國樑 HSIEH Kuo-Liang|費鴻泰 FAI Hrong-Tai|賴士葆 LAI Shyh-Bao
    賴振昌 LAI Chen-Chang|賴瑞隆 LAI Jui-Lung|趙天麟 CHAO Tien-Lin|趙正宇 CHAO Cheng-Yu
    邱志偉 CHIU Chih-Wei|邱文彥 CHIAU Wen-Yan|邱泰源 CHIU Tai-Yuan|邱議瑩 CHIU Yi-Ying
    鄭寶清 CHENG Pao-Ching|鄭汝芬 CHENG Ru-Fen|鄭運鵬 CHENG Yun-Peng|鄭麗君 CHENG Li-Chiun
    鍾佳濱 CHUNG Chia-Pin|鍾孔炤 CHUNG Kung-Chao|陳亭妃 CHEN Ting-Fei|陳學聖 CHEN Shei-Saint
    陳宜民 CHEN Yi-Ming|陳明文 CHEN Ming-Wen|陳曼麗 CHEN Man-Li|陳根德 CHEN Ken-Te|陳歐珀 CHEN Ou-Po
    陳淑慧 CHEN Shu-Huey|陳碧涵 CHEN Pi-Han|陳節如 CHEN Chiech-Ju|陳素月 CHEN Su-Yueh
    陳超明 CHEN Chao-Ming|陳鎮湘 CHEN Chen-Hsiang|陳雪生 CHEN Hsueh-Sheng|顏寬恒 YEN Kuan-Heng
    馬文君 MA Wen-Chun|高志鵬 GAO Jyh-Peng|黃國書 HUANG Kuo-Shu|黃志雄 HUANG Chih-Hsiung
    黃昭順 HUANG Chao-Shun|黃秀芳 HUANG Shiou-Fang`,
} as const

export type OwnScript = keyof typeof rows

/** Names with their Latin spelling in the form of the lists: `KIM, Jong Un`. */
export function namesInOwnScript(script: OwnScript): { native: string; latin: string }[] {
  return rows[script]
    .trim()
    .split(/\||\n/)
    .map((row) => {
      const [native, surname, ...given] = row.trim().split(' ') as [string, string, ...string[]]
      return { native, latin: `${surname}, ${given.join(' ')}` }
    })
}
