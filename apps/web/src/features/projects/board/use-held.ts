/** The task that somebody has taken, by pointer or by keyboard, and where it would be put down. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '../data/tasks.ts'
import type { Column } from '../data/use-board.ts'

export interface Held {
  task: Task
  /** Places of the column and, without the task itself, in the column. */
  column: number
  index: number
  by: 'pointer' | 'keyboard'
}

export function useHeld(
  columns: readonly Column[],
  onDrop: (task: Task, column: Column, index: number) => void,
) {
  const { t } = useTranslation('projects')
  const [held, setHeld] = useState<Held | null>(null)
  const [said, setSaid] = useState('')

  const othersIn = (column: number, task: Task) =>
    (columns[column]?.tasks ?? []).filter(({ id }) => id !== task.id)
  const told = ({ task, column, index }: Held) => ({
    name: task.name,
    status: columns[column]?.status.name ?? '',
    place: index + 1,
    count: othersIn(column, task).length + 1,
  })

  const take = (task: Task, by: Held['by']) => {
    const column = columns.findIndex(({ status }) => status.id === task.statusId)
    const index = columns[column]?.tasks.findIndex(({ id }) => id === task.id) ?? 0
    const next = { task, column, index, by }
    setHeld(next)
    setSaid(t('board.taken', told(next)))
  }
  const to = (column: number, index: number) => {
    if (!held) return
    const most = othersIn(column, held.task).length
    const next = { ...held, column, index: Math.max(0, Math.min(most, index)) }
    if (next.column === held.column && next.index === held.index) return
    setHeld(next)
    setSaid(t('board.over', told(next)))
  }
  const drop = () => {
    if (!held) return
    const column = columns[held.column]
    setHeld(null)
    if (!column) return
    setSaid(t('board.dropped', told(held)))
    const was = columns.find(({ status }) => status.id === held.task.statusId)
    const isSame = was === column && column.tasks[held.index]?.id === held.task.id
    if (!isSame) onDrop(held.task, column, held.index)
  }
  const cancel = () => {
    if (held) setSaid(t('board.cancelled', { name: held.task.name }))
    setHeld(null)
  }
  /** Keys of a task that has the focus; true when one was used. */
  const onKey = (key: string, task: Task): boolean => {
    if (!held) {
      if (key !== ' ') return false
      take(task, 'keyboard')
      return true
    }
    if (held.by !== 'keyboard' || held.task.id !== task.id) return false
    if (key === ' ' || key === 'Enter') drop()
    else if (key === 'Escape' || key === 'Tab') cancel()
    else if (key === 'ArrowUp') to(held.column, held.index - 1)
    else if (key === 'ArrowDown') to(held.column, held.index + 1)
    else if (key === 'ArrowLeft') to(Math.max(0, held.column - 1), held.index)
    else if (key === 'ArrowRight') to(Math.min(columns.length - 1, held.column + 1), held.index)
    else return false
    return key !== 'Tab'
  }
  return { held, said, take, to, drop, cancel, onKey }
}
