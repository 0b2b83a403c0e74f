/** Schema of institutional holdings. */
export const holdingsSdl = /* GraphQL */ `
  extend type Query {
    """
    Holdings of the newest quarter one institution reported on form 13F, amendments included,
    largest value first. cik is the SEC filer identifier, ten digits; limit is 1 to 500.
    """
    institutionalHoldings(
      cik: String!
      limit: Int = 50
      "Only reports filed up to this day, ISO 8601."
      knownOn: String
    ): [InstitutionalHolding!]
  }

  extend type Entity {
    """
    Positions in the entity that institutions reported on form 13F, with options, by day of filing:
    newest first, of equal days the largest first. From the quarterly data set of all forms 13F.
    """
    institutionalHoldings(
      filter: ArrayFilterInput
      "From the newest data set whose forms had all been filed by this day, ISO 8601."
      knownOn: String
    ): [InstitutionalHolding!]
    """
    Institutions that reported the most shares of the entity on form 13F, the largest first (ASC:
    the smallest first); since and until bound the day of filing. From the same data set.
    """
    topHolders(
      filter: ArrayFilterInput
      "From the newest data set whose forms had all been filed by this day, ISO 8601."
      knownOn: String
    ): [InstitutionalHolding!]
  }

  """
  One security in a form 13F. Options on it are rows of their own. The prices of its shares tell
  whether a report states dollars or thousands; where they allow both, the total against the USD 100
  million from which managers report, and then the day of filing.
  """
  type InstitutionalHolding {
    "Ticker of the security; null if no public source maps the CUSIP to one."
    ticker: String
    "Shares held at the end of the quarter; for options, the underlying shares; null for debt."
    shares: Float
    "Value at the end of the quarter, USD, independent of the form's unit."
    value: Float
    "Why the value is doubtful; null if it is plausible."
    valueWarning: String
    "Share of the value of all positions of the report, percent; null in lists of holders."
    weight: Float
    "Change of shares since the report of the quarter before, splits not considered; all of them if it is new; null where that report is not at hand, for debt, and in lists of holders."
    sharesChange: Float
    "Last day of the reported quarter, ISO 8601. The day of filing is filedAt."
    reportedAt: String
    "Day of the newest filing with the row, ISO 8601."
    filedAt: String
    "Principal amount of debt, USD; null otherwise."
    principal: Float
    "PUT or CALL for options; null for the security itself."
    putCall: String
    "CUSIP of the security, nine characters."
    cusip: String
    "Issuer as the form names it; null in lists of holders."
    issuer: String
    "Class of the security as the form names it; null in lists of holders."
    titleOfClass: String
    "Reporting institution."
    holderName: String
    "SEC identifier of the institution, ten digits."
    holderCik: String
  }
`
