/** What a collection is to the product itself; a team has each at most once. */
export type InternalKind = 'task' | 'project' | 'member' | 'task_status' | 'task_priority' | 'project_status'
