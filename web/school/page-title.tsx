import { useSchool } from './school.ts'

/** `Photography School | Classes`, in the browser's tab. React lifts it into the head. */
export function PageTitle({ page }: { page: string }) {
  return <title>{`${useSchool().name} | ${page}`}</title>
}
