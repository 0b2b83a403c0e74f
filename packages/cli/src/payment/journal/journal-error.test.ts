import { FiqError } from '@fiq/shared/errors'
import { describe, expect, test } from 'vitest'
import { asJournalError, CommitFailed, isNotCommitted, journalRemedy } from './journal-error.ts'

const failed = (errcode: number) => Object.assign(new Error('no'), { errcode })

describe('asJournalError', () => {
  test('default: names file and reason, and passes a FiqError', () => {
    const error = asJournalError(new CommitFailed(failed(1_034)), '/p')
    expect(error).toMatchObject({ code: 'JOURNAL_UNAVAILABLE', funds: 'untouched' })
    expect(error.facts).toEqual(['File: /p', 'Reason: no'])
    expect(error.remedy).not.toBe(journalRemedy)
    expect(asJournalError(error, '/other')).toBe(error)
  })

  test.each([5, 6, 517, 261])('error: %i is a lock', (errcode) => {
    expect(asJournalError(failed(errcode), '/p').code).toBe('BUDGET_BUSY')
    expect(asJournalError(new CommitFailed(failed(errcode)), '/p').code).toBe('BUDGET_BUSY')
  })

  test.each([failed(11), failed(26), failed(267), new Error('the file is damaged: x')])(
    'error: %s has a remedy for damage',
    (thrown) => {
      expect(asJournalError(thrown, '/p').remedy).toBe(journalRemedy)
    },
  )
})

describe('isNotCommitted', () => {
  test.each([
    [asJournalError(failed(10), '/p'), true],
    [asJournalError(failed(1_034), '/p'), true],
    [new FiqError('BUDGET_BUSY', 'taken over'), true],
    [asJournalError(new CommitFailed(failed(5)), '/p'), true],
    [asJournalError(new CommitFailed(failed(517)), '/p'), true],
    [asJournalError(new CommitFailed(failed(13)), '/p'), true],
    [asJournalError(new CommitFailed(failed(778)), '/p'), true],
    [asJournalError(new CommitFailed(failed(1_034)), '/p'), false],
    [asJournalError(new CommitFailed(failed(10)), '/p'), false],
    [asJournalError(new CommitFailed(new Error('no')), '/p'), false],
    [new TypeError('no'), false],
  ])('default: by the place of the failure, then by its code: %s', (error, isProven) => {
    expect(isNotCommitted(error)).toBe(isProven)
  })
})
