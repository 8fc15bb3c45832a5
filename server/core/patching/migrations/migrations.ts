import type { Migration } from '../../../kernel/db/migrate.ts';
import { createJobs } from './001_create_jobs.ts';
import { createJobHosts } from './002_create_job_hosts.ts';
import { createJobEvents } from './003_create_job_events.ts';
import { addProblemsBefore } from './004_add_problems_before.ts';
import { addRunJobId } from './005_add_run_job_id.ts';
import { addResumeAndEnd } from './006_add_resume_and_end.ts';
import { addGated } from './007_add_gated.ts';
import { addPlanIndex } from './008_add_plan_index.ts';
import { createHostSteps } from './009_create_host_steps.ts';
import { addUnrunIndex } from './010_add_unrun_index.ts';
import { addWindowEnd } from './011_add_window_end.ts';
import { addWaves } from './012_add_waves.ts';
import { createTagClaims } from './013_create_tag_claims.ts';
import { createTargets } from './014_create_targets.ts';
import { addCreatedByOwner } from './015_add_created_by_owner.ts';
import { indexLatestRuns } from './016_index_latest_runs.ts';
import { addJobRound } from './017_add_job_round.ts';

/** In the order in which they run; only ever appended to. */
export const migrations: readonly Migration[] = [
  createJobs,
  createJobHosts,
  createJobEvents,
  addProblemsBefore,
  addRunJobId,
  addResumeAndEnd,
  addGated,
  addPlanIndex,
  createHostSteps,
  addUnrunIndex,
  addWindowEnd,
  addWaves,
  createTagClaims,
  createTargets,
  addCreatedByOwner,
  indexLatestRuns,
  addJobRound,
];
