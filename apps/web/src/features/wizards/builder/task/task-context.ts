/** The task that the tabs of its page edit together. */
import { createContext, useContext } from 'react'
import type { TaskDraft } from './use-task-draft.ts'

export const TaskDraftContext = createContext<TaskDraft | null>(null)

export function useTask(): TaskDraft {
  const draft = useContext(TaskDraftContext)
  if (!draft) throw new Error('No task: the tabs stand under TaskAdmin')
  return draft
}
