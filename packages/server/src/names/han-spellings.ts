import anyAscii from 'any-ascii'
import { cantoneseSpellings } from './cantonese-spellings.ts'
import { gwoyeuRomatzyh } from './gwoyeu-romatzyh.ts'

/** Characters with another reading in surnames. */
const surnames = readingsOf(`
  仇qiu 曾zeng 单shan 單shan 解xie 任ren 区ou 區ou 查zha 盖ge 蓋ge 朴piao,pu 翟zhai 覃qin,tan 乐yue,le
  樂yue,le 缪miao 繆miao 冼xian 员yun 員yun 种chong 秘bi 折she 黑he 重chong 尉wei,yu 万wan,mo 长chang
  華hua 华hua 燕yan 宁ning 甯ning 葛ge 应ying 應ying 令ling 纪ji 紀ji 薄bo 隗wei 仉zhang 逄pang 谌chen,shen
  諶chen,shen 郗xi,chi 洗xian 牟mou,mu 柏bai,bo 车che 車che 贾jia 賈jia 褚chu 沈shen 召shao 繁po 祭zhai
  能nai 那na 戚qi 祝zhu 郝hao 阚kan 闞kan 鲍bao 冯feng 馮feng 贲ben 晁chao 佘she 库she 麦mai 於yu 于yu
`)

/** Surnames that people of Hong Kong, Taiwan and South East Asia usually spell by other rules. */
const surnamesAbroad = readingsOf(`
  李lee 王wong,ong 陈chan,tan 陳chan,tan 黄wong,hwang,ng 黃wong,hwang,ng 张cheung,chong,teo 張cheung,chong,teo
  林lam,lim 吴ng,goh 吳ng,goh 刘lau,low 劉lau,low 蔡choi,choy,chua 杨yeung,yeoh 楊yeung,yeoh 郑cheng,tay
  鄭cheng,tay 许hui,khoo,koh 許hui,khoo,koh 何hoe 郭kwok,quek 谢tse,cheah 謝tse,cheah 叶ip,yip,yap 葉ip,yip,yap
  梁leung,neo 罗law 羅law 曾tsang,chan 邓tang 鄧tang 冯fung,foong 馮fung,foong 赵chiu 趙chiu 孙suen,soon
  孫suen,soon 胡woo,wu,oh 徐tsui,chee 彭pang,phang 苏so,soh 蘇so,soh 卢lo,loh 盧lo,loh 周chow,chau,chew
  余yue,yee 潘poon 方fong,png 谭tam 譚tam 廖liew 江kong 白pak,peh 邱yau,khoo 邵siu 汤tong 湯tong 黎lai
  区au 區au 关kwan 關kwan 莫mok 麦mak 麥mak 侯hau 戴tai,tay 宋soong,sung 顾koo 顧koo 萧siu,seow 蕭siu,seow
  姚yiu,yeo 洪hung,ang 严yim 嚴yim 颜ngan,gan 顏ngan,gan 庄chong 莊chong 陆luk 陸luk 沈shum,sim 高ko,koh
  马mah 馬mah 文man 朱chu,choo 温wan,woon 溫wan,woon 霍fok 董tung 费fei 費fei 唐tong 傅foo 钟chung,cheong 鍾chung,cheong
  单sin 單sin
`)

/** Characters of given names with several usual readings. */
const several = readingsOf(`
  乐le,yue 樂le,yue 长chang,zhang 長chang,zhang 行xing,hang 重zhong,chong 朝chao,zhao 传chuan,zhuan
  傳chuan,zhuan 盛sheng,cheng 藏cang,zang 强qiang,jiang 強qiang,jiang 会hui,kuai 會hui,kuai 调tiao,diao
  觉jue,jiao 覺jue,jiao 尽jin 兴xing 興xing 省sheng,xing 系xi,ji 发fa 發fa 卜bu,bo 石shi,dan 俊jun,zun
  茜qian,xi 莎sha,suo 晟sheng,cheng 娜na,nuo 和he 贾jia,gu 均jun,yun 都du,dou 量liang 空kong 宿su,xiu
  参can,shen 參can,shen 校xiao,jiao 洪hong 车che,ju 率shuai,lu 弹dan,tan 蔓man,wan 薇wei 蕾lei 翟zhai,di
  降jiang,xiang 说shuo,yue 合he,ge 见jian,xian 期qi,ji 其qi 给gei,ji 女nu 绿lu 荣rong 榮rong 柏bai,bo
  隽juan,jun 雋juan,jun 熙xi 睿rui 奇qi,ji 亨heng 还huan,hai 亭ting 读du 识shi,zhi 圈quan,juan 卡ka,qia
  巷xiang,hang 曲qu 塞sai,se 圳zhen 侗dong,tong 峙zhi,shi 嘉jia 渤bo 弗fu 拓tuo,ta 禅chan,shan 叶ye,xie
  峒dong,tong 芮rui 妃fei 阿a,e 大da,dai 伯bo,bai 百bai,bo 中zhong 正zheng 少shao 好hao 为wei 為wei
  更geng 教jiao 几ji 幾ji 当dang 當dang 曲qu 与yu 與yu 相xiang 间jian 間jian 王wang 应ying 應ying 禁jin
`)

/** Two-character surnames, which determine where the given name begins. */
const longSurnames = new Set(
  '欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 东方 東方 皇甫 尉迟 尉遲 公孙 公孫 慕容 长孙 長孫 司徒 夏侯 端木 令狐 南宫 南宮 万俟 独孤 轩辕 軒轅 宇文 呼延 百里 闻人 聞人 太史 申屠 남궁 황보 선우 제갈 독고 사공 서문'.split(
    ' ',
  ),
)

function readingsOf(table: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    table
      .trim()
      .split(/\s+/)
      .map((row) => [row.slice(0, 1), row.slice(1).split(',')] as const),
  )
}

/** Finals of pinyin that Wade-Giles spells differently, tried in order. */
const wadeFinals: readonly (readonly [RegExp, string])[] = [
  [/^yi$/, 'i'],
  [/^you$/, 'yu'],
  [/^yan$/, 'yen'],
  [/^ye$/, 'yeh'],
  [/^yong$/, 'yung'],
  [/^yue$/, 'yueh'],
  [/^er$/, 'erh'],
  [/^(zh|ch|sh)i$/, '$1ih'],
  [/^ri$/, 'jih'],
  [/^[zc]i$/, 'tzu'],
  [/^si$/, 'ssu'],
  [/^([gkh])e$/, '$1o'],
  [/^([gk])ui$/, '$1uei'],
  [/^(?!(?:g|k|h|sh)uo)(.+)uo$/, '$1o'],
  [/ian$/, 'ien'],
  [/ie$/, 'ieh'],
  [/([jqx])ue$/, '$1ueh'],
  [/([nl])ue$/, '$1ueh'],
  [/iong$/, 'iung'],
  [/ong$/, 'ung'],
]
const wadeInitials: readonly (readonly [RegExp, string])[] = [
  [/^(?:zh|ch|j|q)/, 'ch'],
  [/^x/, 'hs'],
  [/^[zc]/, 'ts'],
  [/^b/, 'p'],
  [/^d/, 't'],
  [/^g/, 'k'],
  [/^r/, 'j'],
]

/**
 * The Wade-Giles spelling of a pinyin syllable without tone marks and aspiration.
 *
 * @example wadeGiles('zheng') // 'cheng'
 */
export function wadeGiles(pinyin: string): string {
  const final = wadeFinals.find(([pattern]) => pattern.test(pinyin))
  const text = final === undefined ? pinyin : pinyin.replace(final[0], final[1])
  if (/^(?:tz|ss|jih|[zcs]hih)/.test(text)) return text.replace(/^zh/, 'ch')
  const initial = wadeInitials.find(([pattern]) => pattern.test(text))
  return initial === undefined ? text : text.replace(initial[0], initial[1])
}

/**
 * The spelling of a pinyin syllable in Tongyong Pinyin, which Taiwan used officially.
 *
 * @example tongyong('xiu') // 'siou'
 */
function tongyong(pinyin: string): string {
  return pinyin
    .replace(/^([jqx])u/, '$1yu')
    .replace(/^zh/, 'jh')
    .replace(/^x/, 's')
    .replace(/^q/, 'c')
    .replace(/^((?:jh|ch|sh|r|z|c|s)i)$/, '$1h')
    .replace(/iu$/, 'iou')
    .replace(/([^w])ui$/, '$1uei')
    .replace(/^([fw])eng$/, '$1ong')
    .replace(/^wen$/, 'wun')
}

/** A usual spelling in Taiwan that follows no system: Jeng, Shin, Kuen, Szu, Ing. */
function asInTaiwan(pinyin: string): string {
  return pinyin
    .replace(/^(zh|sh)i$/, '$1yh')
    .replace(/^zh/, 'j')
    .replace(/^x/, 'sh')
    .replace(/^si$/, 'szu')
    .replace(/^[zc]i$/, 'tze')
    .replace(/([^y])un$/, '$1uen')
    .replace(/^ying$/, 'ing')
}

/** Wade-Giles as people write it without its rules: `chi`, `teh`, `kwang`. */
function asInPassports(wade: string): string[] {
  return [
    wade.replace(/^chih$/, 'chi'),
    wade.replace(/([^hiu])e$/, '$1eh'),
    wade.replace(/^([kh])u(?=[aeo])/, '$1w'),
  ].filter((spelled) => spelled !== wade)
}

/**
 * Syllables that sound the same in the Mandarin of Taiwan: it merges `in` with `ing`, `en` with `eng`,
 * and `zh`, `ch`, `sh` with `z`, `c`, `s`.
 */
function mergedSounds(pinyin: string): string[] {
  const nasalOf = (syllable: string) =>
    syllable.replace(/([ie])n(g?)$/, (_, vowel, g) => `${vowel}n${g === '' ? 'g' : ''}`)
  const sibilant = pinyin.replace(
    /^([zcs])(h?)/,
    (_, letter, h) => `${letter}${h === '' ? 'h' : ''}`,
  )
  const merged = new Set([nasalOf(pinyin), sibilant, nasalOf(sibilant)])
  merged.delete(pinyin)
  return [...merged]
}

/** Number of characters in the surname of a Chinese or Korean name. */
export function surnameLengthOf(native: string): number {
  return longSurnames.has(native.slice(0, 2)) && native.length > 2 ? 2 : 1
}

/** Pinyin of one character, the usual reading first. */
function pinyinOf(character: string, isSurname: boolean): readonly string[] {
  const special = isSurname ? surnames.get(character) : undefined
  const usual = special ?? several.get(character)
  return (
    usual ?? [
      anyAscii(character)
        .toLowerCase()
        .replace(/[^a-z]/g, ''),
    ]
  )
}

/**
 * Spellings of each character of a Chinese name, surname first: pinyin, its variants of `ü`, then
 * Wade-Giles and other systems of Taiwan.
 *
 * @param native the name in Han characters without spaces
 */
export function hanSpellings(native: string): (readonly string[])[] {
  const surnameLength = surnameLengthOf(native)
  return [...native].map((character, at) => {
    const isSurname = at < surnameLength
    const pinyin = pinyinOf(character, isSurname)
    const others = isSurname
      ? (surnamesAbroad.get(character) ?? [])
      : pinyin.flatMap(mergedSounds).flatMap(variantsOf)
    const spelled = [...pinyin.flatMap(variantsOf), ...pinyin.flatMap(gwoyeuRomatzyh)]
    return [...new Set([...spelled, ...others])]
  })
}

/**
 * Spellings of each character of a Chinese name for each language that romanises it: Mandarin, then
 * Cantonese with the surnames of Hong Kong. No name mixes both.
 */
export function hanReadings(native: string): (readonly string[])[][] {
  const cantonese = cantoneseSpellings(native)?.map((spellings, at) => {
    const abroad = at < surnameLengthOf(native) ? surnamesAbroad.get([...native][at]!) : undefined
    return [...(abroad ?? []), ...spellings]
  })
  return [hanSpellings(native), ...(cantonese ? [cantonese] : [])]
}

/** The name in pinyin, in Wade-Giles and in Cantonese, the surname apart, to find candidates. */
export function hanRomanised(native: string): string[] {
  const surnameLength = surnameLengthOf(native)
  const syllables = [...native].map((character, at) => pinyinOf(character, at < surnameLength)[0]!)
  const cantonese = hanReadings(native)[1]?.map(([usual]) => usual!)
  return [syllables, syllables.map(wadeGiles), ...(cantonese ? [cantonese] : [])].map(
    (spelled) =>
      `${spelled.slice(0, surnameLength).join('')} ${spelled.slice(surnameLength).join('')}`,
  )
}

function variantsOf(pinyin: string): string[] {
  const umlaut = /^([nl])u(e?)$/.exec(pinyin)
  const rounded =
    umlaut === null
      ? []
      : [`${umlaut[1]}v${umlaut[2]}`, `${umlaut[1]}yu${umlaut[2]}`, `${umlaut[1]}ue${umlaut[2]}`]
  const wade = wadeGiles(pinyin)
  const others = [tongyong(pinyin), asInTaiwan(pinyin), ...asInPassports(wade)]
  return [pinyin, ...rounded, wade, ...others]
}
