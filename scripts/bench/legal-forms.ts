/** Legal forms and ordinals at the end of a name, and others for them. */
export const legalForms: readonly (readonly [RegExp, string])[] = [
  [/\bLTD\.?$/i, 'Limited'],
  [/\bLIMITED$/i, 'LLC'],
  [/\bLLC$/i, 'Ltd'],
  [/\bGMBH$/i, 'AG'],
  [/\bS\.?A\.?$/i, 'Ltda'],
  [/\bLTDA\.?$/i, 'S.A.'],
  [/\b(?:CO|COMPANY)\.?$/i, 'Inc.'],
  [/\bINC\.?$/i, 'Corp'],
  [/\bCORP(?:ORATION)?\.?$/i, 'AG'],
  [/\bII$/, '2nd'],
  [/\bIII$/, '3'],
  [/\b2$/, 'II'],
  [/\b3$/, 'III'],
  [/\b1$/, 'First'],
]
