/** The diagram itself, in a chunk of its own: the library is large. */
import { Background, Controls, Handle, type NodeProps, Position, ReactFlow } from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import type { RunMove } from '@muster/contract/wizards/runs.schema'
import type { StepTask } from '@muster/contract/wizards/wizards.schema'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../lib/use-format.ts'
import { Icon } from '../../../../ui/Icon.tsx'
import { taskUiOf } from '../../tasks/index.ts'
import { useWizardPage } from '../wizard-context.ts'
import classes from './flow.module.css'
import { type FlowEdge, type FlowNode, flowOf, nodeHeight, nodeWidth, runsOnEdges } from './graph.ts'

interface Shown extends Record<string, unknown> {
  kind: FlowNode['kind']
  title: string
  detail: string
  icon: string | null
  hasProblem: boolean
}

const nodeTypes = { box: Box }

export function Diagram({
  moves,
  conditionText,
  wizardName,
}: {
  moves: readonly RunMove[]
  conditionText(task: StepTask): string
  wizardName(id: number): string
}) {
  const { t } = useTranslation('wizards')
  const { teamId, wizard, base } = useWizardPage()
  const navigate = useNavigate()
  const flow = useMemo(() => flowOf(wizard.steps), [wizard.steps])
  const format = useFormat()
  const counts = useMemo(() => runsOnEdges(wizard.steps, flow.edges, moves), [wizard.steps, flow, moves])
  const shownOf = ({ kind, task, step, dataWizardId }: FlowNode): Shown => ({
    kind,
    title:
      task?.title ??
      (kind === 'wizard' ? wizardName(dataWizardId ?? 0) : t(`flow.${kind as 'start' | 'end'}`)),
    detail: task
      ? `${step ?? ''} · ${t(`type.${task.type}`)}`
      : kind === 'wizard'
        ? t('flow.nextWizard')
        : '',
    icon: task ? taskUiOf(task.type).icon : null,
    hasProblem: wizard.problems.some(({ stepTaskId }) => stepTaskId === task?.id && task !== undefined),
  })
  const labelOf = ({ id, isOtherwise, condition }: FlowEdge) => {
    const count = counts.get(id) ?? 0
    const way = [
      isOtherwise && t('flow.otherwise'),
      condition && t('flow.if', { condition: conditionText(condition) }),
    ]
    // A wizard that nobody has run yet shows its shape only.
    const runs = moves.length > 0 && t('flow.runs', { count, number: format.number(count) })
    return [way.filter(Boolean).join(', '), runs].filter(Boolean).join(' · ')
  }
  const open = (node: FlowNode | undefined) => {
    if (node?.task) void navigate({ to: `${base}/steps/step-task/${node.task.id}/details` })
    if (node?.dataWizardId !== undefined)
      void navigate({ to: `/team-${teamId}/admin/data-wizards/${node.dataWizardId}/flow` })
  }
  return (
    <ReactFlow
      nodes={flow.nodes.map((node) => ({
        id: node.id,
        type: 'box',
        position: { x: node.x, y: node.y },
        data: shownOf(node),
        width: nodeWidth,
        height: nodeHeight,
        focusable: false,
      }))}
      edges={flow.edges.map((edge) => {
        const label = labelOf(edge)
        return {
          id: edge.id,
          source: edge.from,
          target: edge.to,
          type: 'smoothstep',
          focusable: false,
          ...(label ? { label } : {}),
          ...(edge.isOtherwise ? { style: { strokeDasharray: '4 4' } } : {}),
        }
      })}
      nodeTypes={nodeTypes}
      nodesDraggable={false}
      nodesConnectable={false}
      edgesFocusable={false}
      fitView
      fitViewOptions={{ maxZoom: 1 }}
      minZoom={0.2}
      onNodeClick={(_event, node) => open(flow.nodes.find(({ id }) => id === node.id))}
    >
      <Background />
      <Controls showInteractive={false} />
    </ReactFlow>
  )
}

function Box({ data }: NodeProps) {
  const { kind, title, detail, icon, hasProblem } = data as Shown
  return (
    <div className={classes.node} data-kind={kind} data-problem={hasProblem || undefined}>
      <Handle type="target" position={Position.Top} className={classes.handle} isConnectable={false} />
      {icon && <Icon name={icon} size={14} />}
      <span className={classes.text}>
        <strong>{title}</strong>
        {detail && <span>{detail}</span>}
      </span>
      <Handle type="source" position={Position.Bottom} className={classes.handle} isConnectable={false} />
    </div>
  )
}
