/** Schema of institutional holdings. */
export const holdingsSdl = /* GraphQL */ `
  extend type Query {
    """
    Holdings of one institution in the newest quarter that it reported on SEC form 13F, including
    amendments, largest value first. cik is its SEC filer identifier, ten digits; limit is 1 to 500.
    """
    institutionalHoldings(
      cik: String!
      limit: Int = 50
      "Uses only reports filed up to this day, ISO 8601."
      knownOn: String
    ): [InstitutionalHolding!]
  }

  extend type Entity {
    """
    Positions in the entity, including options on it, that institutions reported on SEC form 13F.
    Sorted by filing date, newest first, then largest first. The source is the quarterly SEC data set
    of all forms 13F.
    """
    institutionalHoldings(
      filter: ArrayFilterInput
      "Uses the newest data set whose forms were all filed up to this day, ISO 8601."
      knownOn: String
    ): [InstitutionalHolding!]
    """
    Institutions that reported the most shares of the entity on SEC form 13F, largest first (with sort
    ASC, smallest first). since and until bound the filing date. The source is the same quarterly data
    set.
    """
    topHolders(
      filter: ArrayFilterInput
      "Uses the newest data set whose forms were all filed up to this day, ISO 8601."
      knownOn: String
    ): [InstitutionalHolding!]
  }

  """
  One security in a report on SEC form 13F. Options on the security are separate rows. Some reports
  state values in dollars, others in thousands; the server decides by the prices of the shares, then
  by the reporting threshold of USD 100 million, then by the filing date.
  """
  type InstitutionalHolding {
    "Ticker of the security. Null if no public source maps its CUSIP to a ticker."
    ticker: String
    "Number of shares at the end of the quarter; for options, of underlying shares. Not adjusted for later splits. Null for debt."
    shares: Float
    "Market value at the end of the quarter, in US dollars, also if the report states thousands."
    value: Float
    "Reason why the value is doubtful. Null if it is plausible."
    valueWarning: String
    "Percent of the total value of the report, 0 to 100. Null in institutionalHoldings and topHolders of an entity."
    weight: Float
    "Change of the number of shares since the report of the previous quarter, not adjusted for splits. Equals shares for a new position. Null for debt, if that report is not available, and in institutionalHoldings and topHolders of an entity."
    sharesChange: Float
    "Last day of the reported quarter, ISO 8601. This is not the filing date, which is filedAt."
    reportedAt: String
    "Filing date of the newest report with the row, ISO 8601."
    filedAt: String
    "Principal amount of debt, USD. Null for other securities."
    principal: Float
    "PUT or CALL for an option. Null for the security itself."
    putCall: String
    "CUSIP of the security, nine characters."
    cusip: String
    "Name of the issuer as reported. Null in institutionalHoldings and topHolders of an entity."
    issuer: String
    "Title of the class of the security as reported. Null in institutionalHoldings and topHolders of an entity."
    titleOfClass: String
    "Name of the institution that reported the position."
    holderName: String
    "SEC filer identifier (CIK) of the institution, ten digits."
    holderCik: String
  }
`
