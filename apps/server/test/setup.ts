/** Runs with each test file: what a file has replaced does not stay for the next one in the same process. */
import { afterAll, vi } from 'vitest'

afterAll(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})
