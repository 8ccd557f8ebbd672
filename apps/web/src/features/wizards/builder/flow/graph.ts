/** A wizard as a graph: its tasks in order, what passes over them, where it ends. Positions by dagre. Pure. */
import dagre from '@dagrejs/dagre'
import type { StepTask, WizardStep } from '@muster/contract/wizards/wizards.schema'

export interface FlowNode {
  id: string
  kind: 'start' | 'task' | 'end' | 'wizard'
  task?: StepTask
  /** Title of its step. */
  step?: string
  /** Of a wizard that follows. */
  dataWizardId?: number
  x: number
  y: number
}

export interface FlowEdge {
  id: string
  from: string
  to: string
  /** Passes over a task whose condition does not hold. */
  isOtherwise: boolean
  /** The task to whose condition it leads. */
  condition: StepTask | null
}

export const nodeWidth = 240
export const nodeHeight = 64

export function flowOf(steps: readonly WizardStep[]): { nodes: FlowNode[]; edges: FlowEdge[] } {
  const tasks = steps.flatMap((step) => step.tasks.map((task) => ({ task, step: step.title })))
  const nodes: Omit<FlowNode, 'x' | 'y'>[] = [
    { id: 'start', kind: 'start' },
    ...tasks.map(({ task, step }) => ({ id: `task-${task.id}`, kind: 'task' as const, task, step })),
    { id: 'end', kind: 'end' },
  ]
  const edges: FlowEdge[] = []
  /** Nodes from which the next task is reached, directly or over a task that was passed over. */
  let open: { id: string; isOtherwise: boolean }[] = [{ id: 'start', isOtherwise: false }]
  const link = (to: string, task: StepTask | null) => {
    for (const { id, isOtherwise } of open) {
      const condition = task?.executionCondition ? task : null
      edges.push({ id: `${id}>${to}>${edges.length}`, from: id, to, isOtherwise, condition })
    }
  }
  for (const { task } of tasks) {
    const id = `task-${task.id}`
    link(id, task)
    const over = task.executionCondition ? open.map((one) => ({ id: one.id, isOtherwise: true })) : []
    open = [{ id, isOtherwise: false }, ...over]
    if (task.executeWizardInNextAction !== null) {
      const next = `wizard-${task.executeWizardInNextAction}-${task.id}`
      nodes.push({ id: next, kind: 'wizard', dataWizardId: task.executeWizardInNextAction })
      edges.push({ id: `${id}>${next}`, from: id, to: next, isOtherwise: false, condition: null })
    }
  }
  link('end', null)
  return { nodes: placed(nodes, edges), edges }
}

function placed(nodes: readonly Omit<FlowNode, 'x' | 'y'>[], edges: readonly FlowEdge[]): FlowNode[] {
  const graph = new dagre.graphlib.Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', nodesep: 48, ranksep: 64 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of nodes) graph.setNode(id, { width: nodeWidth, height: nodeHeight })
  for (const { id, from, to } of edges) graph.setEdge(from, to, {}, id)
  dagre.layout(graph)
  return nodes.map((node) => {
    const { x, y } = graph.node(node.id)
    // dagre gives centres.
    return { ...node, x: x - nodeWidth / 2, y: y - nodeHeight / 2 }
  })
}
