/** The role of one of the product's own collections; a team has each at most once. */
export type InternalKind = 'task' | 'project' | 'member' | 'task_status' | 'task_priority' | 'project_status'
