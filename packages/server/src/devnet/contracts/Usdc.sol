// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

interface IERC1271 {
    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4);
}

/// @title The token of the embedded devnet: an ERC-20 with EIP-3009, in the shape of USDC on Base.
/// @notice It has no constructor and no immutable: what it says about itself is constant or computed
/// from its own address and the chain id. Runtime code placed at Base's USDC address on chain 8453
/// therefore has the true EIP-712 domain, and a stock client signs for it unchanged.
/// @dev Revert strings are those of the real token, because error mappers in the wild read them.
/// Storage layout is part of the contract with token-storage.ts, which restores it after a restart:
/// slot 0 balances, slot 1 allowances, slot 2 authorization states, slot 3 total supply. Slot 4 (paused)
/// and slot 5 (blacklist) are for tests and are not restored.
contract Usdc {
    mapping(address => uint256) private _balances;
    mapping(address => mapping(address => uint256)) private _allowances;
    mapping(address => mapping(bytes32 => bool)) private _authorizationStates;
    uint256 private _totalSupply;
    bool public paused;
    mapping(address => bool) private _blacklisted;

    /// The only minter: an address without a key, that only the embedded chain can act as.
    address public constant MINTER = 0x000000000000000000000000000000000000fA0c;

    bytes32 public constant TRANSFER_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 public constant RECEIVE_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 public constant CANCEL_AUTHORIZATION_TYPEHASH =
        keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");

    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    /// Half the order of secp256k1. A signature with a larger s is the mirror of a valid one.
    uint256 private constant HALF_ORDER = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0;

    struct Transfer3009 {
        address from;
        address to;
        uint256 value;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
    }

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Mint(address indexed minter, address indexed to, uint256 amount);
    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);
    event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce);

    function name() external pure returns (string memory) {
        return "USD Coin";
    }

    function symbol() external pure returns (string memory) {
        return "USDC";
    }

    function decimals() external pure returns (uint8) {
        return 6;
    }

    function version() external pure returns (string memory) {
        return "2";
    }

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(
            abi.encode(DOMAIN_TYPEHASH, keccak256("USD Coin"), keccak256("2"), block.chainid, address(this))
        );
    }

    function isBlacklisted(address account) external view returns (bool) {
        return _blacklisted[account];
    }

    function setPaused(bool value) external {
        require(msg.sender == MINTER, "Pausable: caller is not the pauser");
        paused = value;
    }

    function setBlacklisted(address account, bool value) external {
        require(msg.sender == MINTER, "Blacklistable: caller is not the blacklister");
        _blacklisted[account] = value;
    }

    function totalSupply() external view returns (uint256) {
        return _totalSupply;
    }

    function balanceOf(address account) external view returns (uint256) {
        return _balances[account];
    }

    function allowance(address owner, address spender) external view returns (uint256) {
        return _allowances[owner][spender];
    }

    function authorizationState(address authorizer, bytes32 nonce) external view returns (bool) {
        return _authorizationStates[authorizer][nonce];
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _transfer(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        require(spender != address(0), "ERC20: approve to the zero address");
        _allowances[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = _allowances[from][msg.sender];
        require(value <= allowed, "ERC20: transfer amount exceeds allowance");
        _transfer(from, to, value);
        _allowances[from][msg.sender] = allowed - value;
        return true;
    }

    function mint(address to, uint256 amount) external returns (bool) {
        require(msg.sender == MINTER, "FiatToken: caller is not a minter");
        require(to != address(0), "FiatToken: mint to the zero address");
        require(amount > 0, "FiatToken: mint amount not greater than 0");
        _totalSupply += amount;
        _balances[to] += amount;
        emit Mint(msg.sender, to, amount);
        emit Transfer(address(0), to, amount);
        return true;
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        Transfer3009 memory order = Transfer3009(from, to, value, validAfter, validBefore, nonce);
        _move(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, order, abi.encodePacked(r, s, v));
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) external {
        Transfer3009 memory order = Transfer3009(from, to, value, validAfter, validBefore, nonce);
        _move(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, order, signature);
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        require(to == msg.sender, "FiatTokenV2: caller must be the payee");
        Transfer3009 memory order = Transfer3009(from, to, value, validAfter, validBefore, nonce);
        _move(RECEIVE_WITH_AUTHORIZATION_TYPEHASH, order, abi.encodePacked(r, s, v));
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) external {
        require(to == msg.sender, "FiatTokenV2: caller must be the payee");
        Transfer3009 memory order = Transfer3009(from, to, value, validAfter, validBefore, nonce);
        _move(RECEIVE_WITH_AUTHORIZATION_TYPEHASH, order, signature);
    }

    function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) external {
        _cancel(authorizer, nonce, abi.encodePacked(r, s, v));
    }

    function cancelAuthorization(address authorizer, bytes32 nonce, bytes memory signature) external {
        _cancel(authorizer, nonce, signature);
    }

    function _move(bytes32 typehash, Transfer3009 memory order, bytes memory signature) private {
        require(!paused, "Pausable: paused");
        require(!_blacklisted[order.from], "Blacklistable: account is blacklisted");
        require(!_blacklisted[order.to], "Blacklistable: account is blacklisted");
        require(block.timestamp > order.validAfter, "FiatTokenV2: authorization is not yet valid");
        require(block.timestamp < order.validBefore, "FiatTokenV2: authorization is expired");
        _requireUnused(order.from, order.nonce);
        _requireSigned(order.from, keccak256(abi.encode(typehash, order)), signature);

        _authorizationStates[order.from][order.nonce] = true;
        emit AuthorizationUsed(order.from, order.nonce);
        _transfer(order.from, order.to, order.value);
    }

    function _cancel(address authorizer, bytes32 nonce, bytes memory signature) private {
        require(!paused, "Pausable: paused");
        _requireUnused(authorizer, nonce);
        _requireSigned(authorizer, keccak256(abi.encode(CANCEL_AUTHORIZATION_TYPEHASH, authorizer, nonce)), signature);
        _authorizationStates[authorizer][nonce] = true;
        emit AuthorizationCanceled(authorizer, nonce);
    }

    function _transfer(address from, address to, uint256 value) private {
        require(from != address(0), "ERC20: transfer from the zero address");
        require(to != address(0), "ERC20: transfer to the zero address");
        require(value <= _balances[from], "ERC20: transfer amount exceeds balance");
        _balances[from] -= value;
        _balances[to] += value;
        emit Transfer(from, to, value);
    }

    function _requireUnused(address authorizer, bytes32 nonce) private view {
        require(!_authorizationStates[authorizer][nonce], "FiatTokenV2: authorization is used or canceled");
    }

    function _requireSigned(address signer, bytes32 structHash, bytes memory signature) private view {
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), structHash));
        bool signed = signer.code.length == 0
            ? _recover(digest, signature) == signer
            : _acceptedByWallet(signer, digest, signature);
        require(signed, "FiatTokenV2: invalid signature");
    }

    /// ERC-1271: an address with code is asked, and never recovered. So does the real token.
    function _acceptedByWallet(address wallet, bytes32 digest, bytes memory signature) private view returns (bool) {
        (bool answered, bytes memory result) =
            wallet.staticcall(abi.encodeCall(IERC1271.isValidSignature, (digest, signature)));
        return answered && result.length >= 32
            && abi.decode(result, (bytes32)) == bytes32(IERC1271.isValidSignature.selector);
    }

    function _recover(bytes32 digest, bytes memory signature) private pure returns (address) {
        require(signature.length == 65, "ECRecover: invalid signature length");
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly ("memory-safe") {
            r := mload(add(signature, 0x20))
            s := mload(add(signature, 0x40))
            v := byte(0, mload(add(signature, 0x60)))
        }
        require(uint256(s) <= HALF_ORDER, "ECRecover: invalid signature 's' value");
        require(v == 27 || v == 28, "ECRecover: invalid signature 'v' value");
        address signer = ecrecover(digest, v, r, s);
        require(signer != address(0), "ECRecover: invalid signature");
        return signer;
    }
}
