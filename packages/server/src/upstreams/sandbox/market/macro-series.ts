/** A series of the sandbox, with the identifier and frequency of the real one. */
export type SandboxSeries = {
  id: string
  /** Frequency: days, weeks (Wednesdays), months or quarters. */
  rhythm: 'D' | 'W' | 'M' | 'Q'
  /** First year. */
  from: number
  /** Value in the middle of 2026. */
  level: number
  /** Yearly growth of a level; `undefined` for rates, which vary around their level. */
  growth?: number
  /** Size of the variation: a share of a level, points of a rate. */
  swing: number
  decimals: number
}

const rate = (id: string, rhythm: 'D' | 'M', level: number, swing: number): SandboxSeries => ({
  id,
  rhythm,
  from: rhythm === 'D' ? 1976 : 1960,
  level,
  swing,
  decimals: 2,
})

const level = (
  id: string,
  rhythm: SandboxSeries['rhythm'],
  value: number,
  growth: number,
  decimals: number,
): SandboxSeries => ({ id, rhythm, from: 1960, level: value, growth, swing: 0.02, decimals })

/** Series at the addresses of FRED. Values are invented; identifiers are real. */
export const sandboxSeries: ReadonlyMap<string, SandboxSeries> = new Map(
  [
    level('GDP', 'Q', 30_500, 0.055, 3),
    level('GDPC1', 'Q', 24_000, 0.026, 3),
    level('GDPPOT', 'Q', 24_200, 0.024, 3),
    level('CPIAUCSL', 'M', 324, 0.034, 3),
    level('CPIAUCNS', 'M', 324.2, 0.034, 3),
    level('CPILFESL', 'M', 331, 0.034, 3),
    level('PCEPI', 'M', 127, 0.03, 3),
    level('PCEPILFE', 'M', 126, 0.03, 3),
    level('PAYEMS', 'M', 159_900, 0.016, 0),
    level('INDPRO', 'M', 104, 0.018, 4),
    level('M2SL', 'M', 22_400, 0.065, 1),
    level('RSXFS', 'M', 640_000, 0.042, 0),
    level('HOUST', 'M', 1_380, 0.004, 0),
    level('CSUSHPISA', 'M', 330, 0.045, 3),
    level('WALCL', 'W', 6_700_000, 0.09, 0),
    level('SP500', 'D', 6_300, 0.08, 2),
    rate('FEDFUNDS', 'M', 4.1, 2.2),
    rate('UNRATE', 'M', 4.8, 1.9),
    rate('UMCSENT', 'M', 82, 14),
    rate('DFF', 'D', 4.1, 2.2),
    rate('DFEDTARU', 'D', 4.25, 2.2),
    rate('DGS1MO', 'D', 4.2, 2),
    rate('DGS3MO', 'D', 4.1, 2),
    rate('DGS1', 'D', 4, 1.9),
    rate('DGS2', 'D', 4, 1.8),
    rate('DGS5', 'D', 4.1, 1.7),
    rate('DGS10', 'D', 4.4, 1.6),
    rate('DGS30', 'D', 4.7, 1.5),
    rate('T10Y2Y', 'D', 0.5, 1.1),
    rate('T10YIE', 'D', 2.3, 0.5),
    rate('MORTGAGE30US', 'D', 6.6, 1.8),
    rate('VIXCLS', 'D', 18, 6),
    rate('DCOILWTICO', 'D', 68, 18),
    rate('DEXUSEU', 'D', 1.12, 0.1),
  ].map((series) => [series.id, series]),
)
