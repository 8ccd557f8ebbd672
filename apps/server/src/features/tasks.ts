/** Every background task by name. One line per task; a task lives in its feature's `*.jobs.ts`. */
import type { z } from 'zod'
import type { Deps } from '../platform/deps.ts'
import type { Tasks } from '../platform/jobs.ts'
import { authTasks } from './auth/auth.jobs.ts'
import { collectionsTasks } from './collections/collections.jobs.ts'
import { duplicatesTasks } from './duplicates/duplicates.jobs.ts'
import { exportsTasks } from './exports/exports.jobs.ts'
import { fieldsTasks } from './fields/fields.jobs.ts'
import { filesTasks } from './files/files.jobs.ts'
import { importTasks } from './imports/imports.jobs.ts'
import { listsTasks } from './lists/lists.jobs.ts'
import { bulkTasks } from './records/write/bulk.jobs.ts'
import { searchTasks } from './search/search.jobs.ts'
import { viewsTasks } from './views/views.jobs.ts'

export function tasksOf(deps: Deps): Tasks<Record<string, z.ZodType>> {
  return {
    ...authTasks(deps),
    ...collectionsTasks(deps),
    ...fieldsTasks(deps),
    ...filesTasks(deps),
    ...importTasks(deps),
    ...exportsTasks(deps),
    ...duplicatesTasks(deps),
    ...bulkTasks(deps),
    ...searchTasks(deps),
    ...listsTasks(deps),
    ...viewsTasks(deps),
  }
}
