// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title Several calls in one, with the interface that the well-known Multicall3 has.
/// @notice Written for the devnet, where it stands at the well-known address. The settler moves
/// several authorizations in one transaction through it; stock clients read through it.
contract Multicall3 {
    struct Call {
        address target;
        bytes callData;
    }

    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            results[i] = _call(calls[i].target, calls[i].callData, calls[i].allowFailure);
        }
    }

    function tryAggregate(bool requireSuccess, Call[] calldata calls)
        external
        payable
        returns (Result[] memory results)
    {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            results[i] = _call(calls[i].target, calls[i].callData, !requireSuccess);
        }
    }

    function aggregate(Call[] calldata calls)
        external
        payable
        returns (uint256 blockNumber, bytes[] memory returnData)
    {
        blockNumber = block.number;
        returnData = new bytes[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            returnData[i] = _call(calls[i].target, calls[i].callData, false).returnData;
        }
    }

    function getBlockNumber() external view returns (uint256) {
        return block.number;
    }

    function getCurrentBlockTimestamp() external view returns (uint256) {
        return block.timestamp;
    }

    function getEthBalance(address account) external view returns (uint256) {
        return account.balance;
    }

    function getBasefee() external view returns (uint256) {
        return block.basefee;
    }

    function getChainId() external view returns (uint256) {
        return block.chainid;
    }

    function _call(address target, bytes calldata callData, bool allowFailure) private returns (Result memory) {
        (bool success, bytes memory returnData) = target.call(callData);
        require(success || allowFailure, "Multicall3: call failed");
        return Result(success, returnData);
    }
}
