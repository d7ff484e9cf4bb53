import { useSearchParams } from 'react-router'
import { PageTitle } from '#web/school/page-title.tsx'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { useImport } from './import.query.ts'
import { ImportSteps } from './import-steps.tsx'
import { OpenImport } from './open-import.tsx'
import { RecentImports } from './recent-imports.tsx'
import { UploadFile } from './upload-file.tsx'

/** Imports users, classes and enrolments. The URL has the import, so that it goes on after a reload. */
export default function ImportPage() {
  const [params, setParams] = useSearchParams()
  const id = params.get('id')
  return (
    <>
      <PageTitle page="Import" />
      <h1 className="mb-3 font-display text-4xl sm:text-5xl">Import</h1>
      <p className="mb-8 max-w-prose text-soft">
        Bring users, classes and enrolments from a CSV file. Nothing changes before the last step, and nobody is
        e-mailed.
      </p>
      {id === null ? (
        <>
          <ImportSteps step={0} />
          <UploadFile onUploaded={(uploaded) => setParams({ id: uploaded })} />
          <RecentImports />
        </>
      ) : (
        <ReadImport key={id} id={id} onClose={() => setParams({})} />
      )}
    </>
  )
}

function ReadImport({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useImport(id)
  if (data) return <OpenImport current={data} onClose={onClose} />
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return (
    <Loading what="the import">
      <Skeleton className="h-72 w-full" />
    </Loading>
  )
}
