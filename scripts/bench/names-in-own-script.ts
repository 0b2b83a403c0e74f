/**
 * Public people of the two Koreas and of China as they write their names, and as reference works
 * write them in Latin letters. Only for measurement: no rule was written for any of them.
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
