/** Lines of a name and the pattern of its usual Latin spellings, without the article. */
function spellings(text: string): ReadonlyMap<string, string> {
  const rows = text.trim().split(/\s+/)
  return new Map(rows.map((row) => row.split('=') as [string, string]))
}

/** Arabic names, after the romanisations that passports and newspapers use. */
export const arabicSpellings = spellings(`
  محمد=m[ou]hamm?[ae]d أحمد=ahm[ae]d علي=al[iy] حسن=hass?an حسين=h[ou]ss?[ae][iy]n خالد=khal[ei]d
  عمر=[ou]mar يوسف=y[ou]+ss?[eiu]f إبراهيم=[ie]brah(?:im|eem) محمود=mahm(?:u|ou|oo)d
  مصطفى=m[ou]s+ta(?:f|ph)a طارق=tar[ei][qk] سامي=sam[iy] كريم=kar(?:i|ee)m ياسر=yass?[ei]r
  هشام=h[ie]sham وليد=wal(?:i|ee)d ماجد=maj[ei]d فهد=fah[ae]?d سلمان=salman
  ناصر=nass?[ei]r بلال=b[ei]lal أنس=anas زياد=z[ie]yad رامي=ram[iy] باسم=bass?[ei]m جمال=[jg]amal
  عادل=ad[ei]l فيصل=fa[iy]s[ae]l سعيد=sa(?:i|ee|ie|ye|y)d فاطمة=fat[ei]ma?h? مريم=mar[iy]am
  زينب=za[iy]n[ae]b ليلى=la[iy]la نورا=n(?:u|ou|oo)rah? هدى=h[ou]da سارة=sarah? عائشة=a[iy]?e?i?shah?
  المصري=mas+r[iy] الشامي=sham[iy] العتيبي=(?:ota[iy]b|utayb|otayb|oteib)[iy] القحطاني=[qk]ahtan[iy]
  الحربي=harb[iy] الزهراني=zahran[iy] الغامدي=gh?amd[iy] الدوسري=d(?:a[wu]|o|oo)s+ar[iy]
  الشمري=shamm?ar[iy] النجار=na[jg]+ar الحداد=hadd?ad الخطيب=kh?at(?:i|ee)b البنا=bann?ah?
  الصاوي=saw[iy] منصور=mans(?:u|ou|oo)r شاهين=sha?h(?:i|ee)n عثمان=(?:u|o)th?man|(?:u|o)sman
  صالح=sal[ei]h زيدان=z(?:ay|ai|ei|e)dan بركات=barakat حمدان=hamdan عوض=awa(?:d|dh|z)
  درويش=d[ae]rw(?:i|ee)sh سليم=sal(?:i|ee)m غانم=gh?an[ei]m نصار=nass?ar قاسم=[qkg]ass?[ei]m
  الهاشمي=hash[ei]m[iy] التميمي=tam(?:i|ee)m[iy] الكعبي=ka+b[iy] المري=marr?[iy] الجابري=jab[ei]r[iy]
  البلوشي=bal(?:u|ou|oo)sh[iy] الحسني=has[ae]?n[iy] السقا=sa[qk]+ah? الشريف=shar(?:i|ee)f
  الفقي=f[ie][qk]+[iy] جبر=jab[ei]?r هلال=h[ei]lal السيد=sayy?[ei]?d
  عبدالرحمن=abd(?:al|ul|ur|ar)?r?rahman عدنان=adnan غسان=gh?assan نبيل=nab(?:i|ee)l
  رياض=r[ie]y?adh? رائد=ra[ie]+d هاني=han[iy] نادر=nad[ei]r أسامة=[ou]s+ama?h?
  النعيمي=n[ou]a[iy]m[iy] حجازي=h[ie]ja+z[iy] ياسين=yas+(?:i|ee)n جابر=jab[ei]r عباسي=abb?as[iy]
`)

/** Persian names. */
export const persianSpellings = spellings(`
  علی=al[iy] رضا=r[ei](?:z|dh)a محمدرضا=mohamm?adreza امیر=am(?:i|ee)r مهدی=m[ae]h?d[iy]
  حسین=h[ou]s+[ae][iy]?n سعید=sa(?:i|ee|ye)d بابک=babak کوروش=k(?:u|ou|oo)r(?:u|o|ou|oo)sh آرش=arash
  پویا=p(?:u|ou|oo)ya نیما=n(?:i|ee)ma سینا=s(?:i|ee)na بهرام=bahram فرهاد=farhad شاهین=shah(?:i|ee)n
  کامران=kamran مازیار=maz[iy]+ar سامان=saman پژمان=pe[jz]h?man زهرا=zahra مریم=mar[iy]am
  شیرین=sh(?:i|ee)r(?:i|ee)n نگار=n[ei]gar پریسا=paris+a لیلا=l(?:e[iy]|a[iy])la نسرین=nasr(?:i|ee)n
  رضایی=r[ei]za[iey]+ محمدی=moham+ad[iy] حسینی=h[ou]s+[ae][iy]?n[iy] احمدی=ahmad[iy] کریمی=kar(?:i|ee)m[iy]
  موسوی=m(?:u|ou|oo)s+av[iy] جعفری=ja+far[iy] صادقی=sad[ei][gq]h?[iy] رحیمی=rah(?:i|ee)m[iy]
  هاشمی=hash[ei]m[iy] قاسمی=(?:gh?|q)as+[ei]m[iy] زارعی=zar[ei]+[iy] شریفی=shar(?:i|ee)f[iy]
  نوری=n(?:u|ou|oo)r[iy] کاظمی=kaz[ei]m[iy] تهرانی=t[ei]hran[iy] شیرازی=sh(?:i|ee)raz[iy]
  اصفهانی=[ie]sfahan[iy] تبریزی=tabr(?:i|ee)z[iy] گیلانی=g(?:i|ee)lan[iy] پاکزاد=pa[ck]+zad
  ستوده=sot(?:u|ou|oo)deh? فرهادی=farhad[iy] جوادی=javad[iy] یزدانی=yazdan[iy] مرادی=m[ou]rad[iy]
  بهرامی=bahram[iy]
`)

/** Latin spellings of Cyrillic letters in the usual romanisations of Russian. */
const russian: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: '[vw]',
  г: 'g',
  д: 'd',
  е: '(?:[yi]?e)',
  ё: '(?:[yij]?[eo])',
  ж: 'zh',
  з: 'z',
  и: '[iy]',
  й: '[yij]?',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: '(?:o?u)',
  ф: 'f',
  х: 'k?h',
  ц: 't?[sz]',
  ч: 't?ch',
  ш: 'sh',
  щ: 'sh?ch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: '[yij]u',
  я: '[yij]a',
}

/** The pattern of a Russian name; `undefined` for a word of another script. */
export function cyrillicSpellings(word: string): string | undefined {
  const letters = [...word.toLowerCase().replaceAll('кс', 'ξ').replace(/ий$/, 'η')]
  const patterns = letters.map((letter) => {
    if (letter === 'ξ') return '(?:ks|x)'
    return letter === 'η' ? '(?:i|y|iy|ij|ii)' : russian[letter]
  })
  return patterns.includes(undefined) ? undefined : patterns.join('')
}
