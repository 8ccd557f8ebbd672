/** Adds what was on the screen to the error of a failed test: a run on another machine leaves no other trace. */
import { afterEach } from 'vitest'
import { screensNow } from './failed-pages.ts'

afterEach(async ({ task }) => {
  const error = task.result?.state === 'fail' ? task.result.errors?.[0] : undefined
  if (error) error.message += `\n\nOn the screen then:\n${await screensNow()}`
})
