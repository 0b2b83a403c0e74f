import { foldText } from '../../names/fold-text.ts'

/** ISO 3166 codes and the names that OFAC uses, separated by `/`. For matching, not for display. */
const rows = `
AF AFG Afghanistan|AX ALA Aland Islands|AL ALB Albania|DZ DZA Algeria|AS ASM American Samoa
AD AND Andorra|AO AGO Angola|AI AIA Anguilla|AQ ATA Antarctica|AG ATG Antigua and Barbuda
AR ARG Argentina|AM ARM Armenia|AW ABW Aruba|AU AUS Australia|AT AUT Austria|AZ AZE Azerbaijan
BS BHS Bahamas, The/Bahamas|BH BHR Bahrain|BD BGD Bangladesh|BB BRB Barbados|BY BLR Belarus
BE BEL Belgium|BZ BLZ Belize|BJ BEN Benin|BM BMU Bermuda|BT BTN Bhutan|BO BOL Bolivia
BA BIH Bosnia and Herzegovina/Bosnia-Herzegovina/Bosnia|BW BWA Botswana|BV BVT Bouvet Island
BQ BES Bonaire, Sint Eustatius and Saba|BR BRA Brazil|IO IOT British Indian Ocean Territory
BN BRN Brunei|BG BGR Bulgaria|BF BFA Burkina Faso|BI BDI Burundi|KH KHM Cambodia|CM CMR Cameroon
CA CAN Canada|CV CPV Cabo Verde/Cape Verde|KY CYM Cayman Islands|CF CAF Central African Republic
TD TCD Chad|CL CHL Chile|CN CHN China/People's Republic of China|CX CXR Christmas Island
CC CCK Cocos (Keeling) Islands|CO COL Colombia|KM COM Comoros/Comoros Islands
CG COG Congo, Republic of the/Republic of the Congo|CK COK Cook Islands|CR CRI Costa Rica
CD COD Congo, Democratic Republic of the/Democratic Republic of the Congo/DRC
CI CIV Cote d Ivoire/Ivory Coast|HR HRV Croatia|CU CUB Cuba|CW CUW Curacao/Netherlands Antilles
CY CYP Cyprus|CZ CZE Czech Republic/Czechia|DK DNK Denmark|DJ DJI Djibouti|DM DMA Dominica
DO DOM Dominican Republic|EC ECU Ecuador|EG EGY Egypt|SV SLV El Salvador|GQ GNQ Equatorial Guinea
ER ERI Eritrea|EE EST Estonia|SZ SWZ Eswatini/Swaziland|ET ETH Ethiopia|FK FLK Falkland Islands
FO FRO Faroe Islands|FJ FJI Fiji|FI FIN Finland|FR FRA France|GF GUF French Guiana
PF PYF French Polynesia|TF ATF French Southern Territories|GA GAB Gabon|GM GMB The Gambia/Gambia
GE GEO Georgia|DE DEU Germany|GH GHA Ghana|GI GIB Gibraltar|GR GRC Greece|GL GRL Greenland
GD GRD Grenada|GP GLP Guadeloupe|GU GUM Guam|GT GTM Guatemala|GG GGY Guernsey|GN GIN Guinea
GW GNB Guinea-Bissau|GY GUY Guyana|HT HTI Haiti|HM HMD Heard and McDonald Islands
VA VAT Vatican City/Holy See|HN HND Honduras|HK HKG Hong Kong|HU HUN Hungary|IS ISL Iceland
IN IND India|ID IDN Indonesia|IR IRN Iran|IQ IRQ Iraq|IE IRL Ireland|IM IMN Isle of Man
IL ISR Israel|IT ITA Italy|JM JAM Jamaica|JP JPN Japan|JE JEY Jersey|JO JOR Jordan
KZ KAZ Kazakhstan|KE KEN Kenya|KI KIR Kiribati|KR KOR Korea, South/South Korea/Republic of Korea
KP PRK Korea, North/North Korea/Democratic People's Republic of Korea/DPRK|XK XKX Kosovo
KW KWT Kuwait|KG KGZ Kyrgyzstan|LA LAO Laos|LV LVA Latvia|LB LBN Lebanon|LS LSO Lesotho
LR LBR Liberia|LY LBY Libya|LI LIE Liechtenstein|LT LTU Lithuania|LU LUX Luxembourg
MO MAC Macau|MG MDG Madagascar|MW MWI Malawi|MY MYS Malaysia|MV MDV Maldives|ML MLI Mali/Region: Northern Mali
MT MLT Malta|MH MHL Marshall Islands|MQ MTQ Martinique|MR MRT Mauritania|MU MUS Mauritius
YT MYT Mayotte|MX MEX Mexico|FM FSM Micronesia|MD MDA Moldova|MC MCO Monaco|MN MNG Mongolia
ME MNE Montenegro/Serbia and Montenegro|MS MSR Montserrat|MA MAR Morocco|MZ MOZ Mozambique
MM MMR Burma/Myanmar|NA NAM Namibia|NR NRU Nauru|NP NPL Nepal|NL NLD Netherlands
NC NCL New Caledonia|NZ NZL New Zealand|NI NIC Nicaragua|NE NER Niger|NG NGA Nigeria|NU NIU Niue
NF NFK Norfolk Island|MK MKD North Macedonia/Macedonia/Macedonia, The Former Yugoslav Republic of
MP MNP Northern Mariana Islands|NO NOR Norway|OM OMN Oman|PK PAK Pakistan|PW PLW Palau
PS PSE Palestinian/Palestine/Palestinian Territories/West Bank/Region: Gaza/Gaza/Gaza Strip
PA PAN Panama|PG PNG Papua New Guinea|PY PRY Paraguay|PE PER Peru|PH PHL Philippines|PN PCN Pitcairn
PL POL Poland|PT PRT Portugal|PR PRI Puerto Rico|QA QAT Qatar|RE REU Reunion|RO ROU Romania
RU RUS Russia/Russian Federation|RW RWA Rwanda|BL BLM Saint Barthelemy|SH SHN Saint Helena
KN KNA Saint Kitts and Nevis/St Kitts and Nevis|LC LCA Saint Lucia|MF MAF Saint Martin
PM SPM Saint Pierre and Miquelon|VC VCT Saint Vincent and the Grenadines|WS WSM Samoa
SM SMR San Marino|ST STP Sao Tome and Principe|SA SAU Saudi Arabia|SN SEN Senegal
RS SRB Serbia/Serbia and Montenegro|SC SYC Seychelles|SL SLE Sierra Leone|SG SGP Singapore
SX SXM Sint Maarten|SK SVK Slovakia|SI SVN Slovenia|SB SLB Solomon Islands|SO SOM Somalia
ZA ZAF South Africa|GS SGS South Georgia|SS SSD South Sudan|ES ESP Spain|LK LKA Sri Lanka
SD SDN Sudan/Region: Kafia Kingi|SR SUR Suriname|SJ SJM Svalbard|SE SWE Sweden|CH CHE Switzerland
SY SYR Syria|TW TWN Taiwan|TJ TJK Tajikistan|TZ TZA Tanzania|TH THA Thailand|TL TLS Timor-Leste
TG TGO Togo|TK TKL Tokelau|TO TON Tonga|TT TTO Trinidad and Tobago|TN TUN Tunisia
TR TUR Turkey/Turkiye|TM TKM Turkmenistan|TC TCA Turks and Caicos Islands|TV TUV Tuvalu
UG UGA Uganda|UA UKR Ukraine/Region: Crimea/Crimea|AE ARE United Arab Emirates
GB GBR United Kingdom/UK/England/Scotland/Northern Ireland|US USA United States/USA
UM UMI United States Minor Outlying Islands|UY URY Uruguay|UZ UZB Uzbekistan|VU VUT Vanuatu
VE VEN Venezuela|VN VNM Vietnam|VG VGB Virgin Islands, British|VI VIR Virgin Islands, U.S.
WF WLF Wallis and Futuna|EH ESH Western Sahara|YE YEM Yemen|ZM ZMB Zambia|ZW ZWE Zimbabwe
`

const byCode = new Map<string, string>()
const byName = new Map<string, string[]>()
for (const row of rows.trim().split(/[|\n]/)) {
  const [two, three] = row.split(' ', 2) as [string, string]
  byCode.set(two, two).set(three, two)
  for (const name of row.slice(7).split('/')) {
    byName.set(foldText(name), [...(byName.get(foldText(name)) ?? []), two])
  }
}
const wordsMax = 7

/** ISO 3166 alpha-2 code of a two- or three-letter code in any case; `undefined` for others. */
export function isoCountry(code: string): string | undefined {
  return byCode.get(code.trim().toUpperCase())
}

/**
 * Alpha-2 codes of the country at the end of a place: `Toledo District, Belize` gives `BZ`, `Korea,
 * North` gives `KP`, `Kigali` gives none.
 */
export function countriesOfPlace(place: string): readonly string[] {
  const words = foldText(place).split(' ')
  for (let count = Math.min(wordsMax, words.length); count > 0; count--) {
    const found = byName.get(words.slice(-count).join(' '))
    if (found !== undefined) return found
  }
  return []
}
