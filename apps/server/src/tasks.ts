/** All background tasks by name, one line per feature. Tasks are defined in the feature's `*.jobs.ts`. */
import type { z } from 'zod'
import type { Deps } from './engine/deps.ts'
import { indexTasks } from './engine/indexes/index-views.ts'
import { authTasks } from './features/auth/auth.jobs.ts'
import { backupsTasks } from './features/backups/backups.jobs.ts'
import { collectionsTasks } from './features/collections/collections.jobs.ts'
import { duplicatesTasks } from './features/duplicates/duplicates.jobs.ts'
import { exportsTasks } from './features/exports/exports.jobs.ts'
import { fieldsTasks } from './features/fields/fields.jobs.ts'
import { filesTasks } from './features/files/files.jobs.ts'
import { importTasks } from './features/imports/imports.jobs.ts'
import { listsTasks } from './features/lists/lists.jobs.ts'
import { messagesTasks } from './features/messages/messages.jobs.ts'
import { writePerson } from './features/personalData/person-file.ts'
import { bulkTasks } from './features/records/bulk.jobs.ts'
import { searchTasks } from './features/search/search.jobs.ts'
import { sysAdminTasks } from './features/sysAdmin/sysAdmin.jobs.ts'
import { webhooksTasks } from './features/webhooks/webhooks.jobs.ts'
import { visitorFilesTasks } from './features/wizards/public/visitor-files.jobs.ts'
import { wizardsTasks } from './features/wizards/wizards.jobs.ts'
import type { Tasks } from './platform/jobs.ts'

export function tasksOf(deps: Deps): Tasks<Record<string, z.ZodType>> {
  return {
    ...authTasks(deps),
    ...collectionsTasks(deps),
    ...fieldsTasks(deps),
    ...filesTasks(deps),
    ...importTasks(deps),
    ...exportsTasks(deps, writePerson),
    ...duplicatesTasks(deps),
    ...bulkTasks(deps),
    ...searchTasks(deps),
    ...listsTasks(deps),
    ...sysAdminTasks(deps),
    ...backupsTasks(deps),
    ...webhooksTasks(deps),
    ...messagesTasks(deps),
    ...visitorFilesTasks(deps),
    ...wizardsTasks(deps),
    ...indexTasks(deps),
  }
}
