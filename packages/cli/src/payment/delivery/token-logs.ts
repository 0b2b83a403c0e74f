/** Logs of USDC: `AuthorizationUsed(address,bytes32)`. */
export const authorizationUsed =
  '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'

/** `AuthorizationCanceled(address,bytes32)`: the payer canceled it. */
export const authorizationCanceled =
  '0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81'

/** `Transfer(address,address,uint256)`. */
export const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
