// Generated from openapi/ by `npm run generate`; never edited.
export interface paths {
    "/api/v1/hosts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List hosts
         * @description Filters are combined with "and". To follow changes, read the whole list once and keep the `next_change` of its first page. With that number as `changed_since` the list has only the hosts that changed since, the oldest change first, the hosts that were `deleted` since, and the next number. Poll times, groups and windows do not count as changes of a host; changes of the last minute may be repeated. `changed_since` excludes filters and `sort`. `FORBIDDEN`: the caller is limited to some hosts. `CHANGE_NUMBER_UNKNOWN`: the database was restored; read the whole list again.
         */
        get: operations["listHosts"];
        put?: never;
        /**
         * Create a host that cannot enroll
         * @description The host is `unknown` until it has a certificate (see `issueCertificate`) and answers. `HOST_ADDRESS_REFUSED`: a loopback, link-local or metadata address. `HOST_EXISTS`: a live host is recorded at that address and port.
         */
        post: operations["createHost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hosts/{host_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
            };
            cookie?: never;
        };
        /**
         * Get a host
         * @description With the figures of the last poll; every figure says how old it is.
         */
        get: operations["getHost"];
        /**
         * Update a host
         * @description Partial: fields that are absent keep their value. `HOST_EXISTS`: a live host that the caller may see is recorded at that address and port.
         */
        put: operations["updateHost"];
        post?: never;
        /**
         * Delete a host
         * @description Its certificates are revoked, its windows and checks deleted; jobs, events and the audit log keep its name and machine id.
         */
        delete: operations["deleteHost"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/host-values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the values of host filters
         * @description Tags, systems and agent versions in use, with the number of hosts, most frequent first. Hosts that the caller may not see are not counted.
         */
        get: operations["getHostValues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hosts/{host_id}/patches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pending patches of a host
         * @description From the last poll of the agent; `polled_at` and `refreshed_at` say how old they are. Totals are null when the host's package lists were never refreshed.
         */
        get: operations["listHostPatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups
         * @description Groups of hosts, with the number of their hosts that the caller may see.
         */
        get: operations["listGroups"];
        put?: never;
        /**
         * Create a group
         * @description With `rule` its hosts follow from their tags and fields; without, they are listed by hand. Users with a scope cannot create groups. `GROUP_LIMIT_REACHED`: there are 500.
         */
        post: operations["createGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the hosts of a rule
         * @description Nothing is saved. Paged like `listHosts`.
         */
        post: operations["previewGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{group_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a group. */
                group_id: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        /**
         * Get a group
         * @description With its rule, if it has one; `listGroupHosts` lists its hosts.
         */
        get: operations["getGroup"];
        /**
         * Update a group
         * @description Partial; a group stays listed or rule-based: a `rule` for a listed one answers `VALIDATION_FAILED`. A group that is used by a scope or an approval rule, or has a present or future freeze, can only be changed by administrators, as can its hosts; users with a scope cannot change groups: `FORBIDDEN`.
         */
        put: operations["updateGroup"];
        post?: never;
        /**
         * Delete a group
         * @description Its hosts are kept, its windows are deleted.
         */
        delete: operations["deleteGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{group_id}/hosts": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a group. */
                group_id: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        /**
         * List the hosts of a group
         * @description Hosts that are in the group now and that the caller may see.
         */
        get: operations["listGroupHosts"];
        put?: never;
        /**
         * Add hosts to a group
         * @description Hosts that are already in it are ignored. `FORBIDDEN`: as in `updateGroup`; users with a scope may add their own hosts to other groups.
         */
        post: operations["addGroupHosts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{group_id}/hosts/{host_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a host from a group
         * @description `FORBIDDEN`: as in `addGroupHosts`. `HOST_NOT_FOUND`: also when it is not in the group.
         */
        delete: operations["removeGroupHost"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/group-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pending group changes
         * @description A group that is used by an approval rule, a freeze or a scope does not follow what hosts report about themselves: hosts enter or leave it only when an administrator decides. Until then rules and freezes also apply to hosts that would enter. A change is dropped automatically when the host reports its former values again. Oldest first; hosts that the caller may see.
         */
        get: operations["listGroupChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/group-changes/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide pending group changes
         * @description `confirm`: the groups follow what the hosts report, also when that was rejected before. `reject`: the hosts stay where they were for as long as they report this. All changes or none. `GROUP_CHANGE_NOT_FOUND`: one no longer exists.
         */
        post: operations["decideGroupChanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with user name and password
         * @description When a second factor is due the answer is 401 `MFA_REQUIRED` with `details.methods` and `details.mfa_token` (5 minutes); repeat the call with `totp_code`, or use the token for WebAuthn.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the session of a refresh token
         * @description The refresh token is the proof, so that a session can be ended after its access token expired. An unknown token answers 204 too.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh the tokens of a session
         * @description Refresh tokens work once and expire after 1 hour without use, after 12 hours at the latest. A replayed token revokes the whole session; the same client asking again within 10 seconds gets the same successor.
         */
        post: operations["refreshSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/force-change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change an expired password
         * @description Works only while a change is required; failures count towards the account lock; it returns no tokens.
         */
        post: operations["forceChangePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/reauthenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Re-authenticate
         * @description Acts that cannot be undone require a proof that is at most ten minutes old. One of: `totp_code`; `recovery_code`; `challenge_key` and `serialized_assertion` (of `startReauthentication`); or, as long as the account has no second factor, `password`. `INVALID_CREDENTIALS`: the proof is wrong. `MFA_REQUIRED`: the account has a second factor, so the password alone is no proof. `FORBIDDEN`: an API token.
         */
        post: operations["reauthenticate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the caller's account
         * @description For an API token, the account of its owner, with what the token itself may do as `permissions`. A service account is no user: its tokens are answered 403.
         */
        get: operations["getOwnUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the caller's password
         * @description Ends the user's other sessions. `INVALID_CREDENTIALS`: the current password is wrong.
         */
        put: operations["changeOwnPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a summary of the last jobs
         * @description Covers the 24 hours up to the end of the last job, without dry runs, holds and refreshes, at most the last 500 jobs. A host counts once per figure.
         */
        get: operations["getJobSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List jobs
         * @description Jobs over hosts that the caller may see; dry runs are jobs too.
         */
        get: operations["listJobs"];
        put?: never;
        /**
         * Create a job
         * @description Starts a job, plans one, or runs an approved plan. The target is resolved now and frozen. With `dry_run` nothing changes and each job host gets a `plan` and `plan_hash`; a host that cannot be planned is tried once more after 10 s, and no gate is asked. `from_plan_job_id` then runs exactly those plans: of every host that has one, or of the named ones, each once. Hold, unhold and reboot are planned by the manager, without asking the host. A host whose agent is too old for such a plan, or for `strict_sources`, fails with `AGENT_TOO_OLD`, and nothing runs there. `HOST_NOT_FOUND`, `GROUP_NOT_FOUND`, `JOB_NOT_FOUND`: an id in the body. `JOB_OUT_OF_SCOPE`: a plan with hosts that the caller may not see.
         */
        post: operations["createJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a job with at most 100 of its hosts
         * @description `listJobHosts` lists all of its hosts. With `wait_secs` the answer comes once the job is as `until` says, or when the time is over; to wait longer, call again. One account may wait in 20 calls at a time, all together in 500.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{job_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a job
         * @description Hosts that have not started are cancelled at once; running ones stop at their next safe point and may still complete. `JOB_NOT_CANCELLABLE`: already ended.
         */
        post: operations["cancelJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{job_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a paused job
         * @description Waiting hosts may start again, and the failure count starts again at zero. It starts a new run: overrides have ended with the previous run, and so has an approval unless it was given for retries. `APPROVAL_REQUIRED`: a rule asks for another approval.
         */
        post: operations["resumeJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{job_id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a paused job
         * @description Waiting hosts are `skipped` with the reason `JOB_ENDED`; running hosts finish, with their restart and checks, and are not retried. The job ends with its last host; until then it stays `paused` with the reason `ENDING`.
         */
        post: operations["endJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{job_id}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll back a job
         * @description Creates a job of operation `rollback` for the hosts that changed, or the named ones among them. Hosts that were or are being rolled back are skipped. With `scope` also for a paused job, once none of its hosts is in progress; that ends it, and its waiting hosts are skipped. `HOST_NOT_FOUND`: not in the job. `JOB_NOT_ROLLBACKABLE`: not ended, hosts in progress, no waves, nothing changed, rolled back already, or being rolled back: `details.job_id` is that rollback. `JOB_OUT_OF_SCOPE`: a paused job with hosts that the caller may not see.
         */
        post: operations["rollbackJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{job_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry hosts of a job
         * @description All hosts in `failed`, `timedout`, `cancelled` or `skipped`, or the named ones of them, start again with attempt 1. Without `host_ids` the caller must see all hosts of the job, and a paused job is resumed. With `host_ids` only these hosts start again; in a paused job they wait until it is resumed. A job that was cancelled before its `schedule_at` waits for it again. It starts a new run: overrides have ended with the previous run, and so has an approval unless it was given for retries. `APPROVAL_REQUIRED`: a rule asks for another approval.
         */
        post: operations["retryJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{job_id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept failed hosts of a job
         * @description For hosts that neither a retry nor a rollback can fix, such as one whose rollback ends with `ROLLBACK_CONFLICT`. They keep state, error and changes, and get the reason `ACCEPTED`: they can no longer be retried or rolled back, in this job, in the job that it rolls back and in other rollbacks of that one. Their agents delete what they kept for it. The audit log records who did it, why, and what each host had changed. `HOST_NOT_FOUND`: not in the job. `JOB_NOT_ACCEPTABLE`: the job has not ended, or a host has not failed in it, was accepted already or is being rolled back.
         */
        post: operations["acceptJobHosts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{job_id}/hosts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the hosts of a job
         * @description Hosts of the job that the caller may see, each with its state, plan and changes.
         */
        get: operations["listJobHosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{job_id}/hosts/{host_id}/steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the states of a host in a job
         * @description From the creation of the job on, the last 1,000.
         */
        get: operations["listJobHostSteps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{job_id}/hosts/{host_id}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the log of a host in a job
         * @description A host keeps at most 5 MiB of log a job, head and tail, with the cut marked; logs are kept 30 days.
         */
        get: operations["getJobHostLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{job_id}/hosts/{host_id}/log/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the log of one host in a job
         * @description The whole log as a text file.
         */
        get: operations["downloadJobHostLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search by name
         * @description Hosts, groups, packages, CVEs, jobs, policies and users in one answer, the best matches of each kind first. Callers find only what they may read, on hosts that they may see; kinds that they may not list, and those of features that are off, have no group. Jobs are found by the beginning of their id among the 1,000 newest, CVEs by the beginning of their number. Each kind has one second: one that takes longer, or fails, is named in `missing`. The text is matched literally.
         */
        get: operations["searchEverything"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the settings
         * @description A feature that is switched off has no section. Secrets are shown as null or `********`. One `ETag` covers all sections.
         */
        get: operations["getSettings"];
        /**
         * Update the settings
         * @description Partial, down to single fields, and atomic. Every manager uses the new values within 2 s. Changing the host, port or issuer that a secret is sent to clears the secret, unless the same call sets a new one. A call that changes nothing keeps the `ETag`. Mail, further recipients of notifications, single sign-on, second factors, the allow-list and shorter retention need a fresh sign-in. `WOULD_LOCK_OUT`: an allow-list without the caller's address.
         */
        put: operations["updateSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ui": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what this manager serves
         * @description Which features are on and which operations are served. An operation of this contract that is not in the answer belongs to a feature that is switched off. The caller's role is not considered.
         */
        get: operations["getUi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List approvals
         * @description Pending ones come first, soonest expiry first; then decided ones, latest decision first. The caller sees only the hosts in his scope; an approval without any of them is not listed.
         */
        get: operations["listApprovals"];
        put?: never;
        /**
         * Request approval of a plan's run
         * @description The request freezes the hosts, their plans and all options of the run. A second person, who made neither plan nor request, approves it; the manager then creates the run automatically. The request expires with the plan: 7 days after planning, at `schedule_at`, or once another job has run one of its hosts. `HOST_NOT_FOUND`: not in the plan. `JOB_OUT_OF_SCOPE`: a plan with hosts that the caller may not see. `APPROVAL_EXISTS`: approval of the same run is pending.
         */
        post: operations["requestApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approvals/{approval_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an approval. */
                approval_id: components["parameters"]["ApprovalId"];
            };
            cookie?: never;
        };
        /**
         * Get an approval with at most 100 of its hosts
         * @description `listApprovals` lists those that the caller may see.
         */
        get: operations["getApproval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approvals/{approval_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an approval. */
                approval_id: components["parameters"]["ApprovalId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a run
         * @description Only for people who may see all of its hosts and who made neither plan nor request nor policy; never for API tokens. Nor may the approver depend on one who did: neither account may have created, enabled, reset or changed the role of the other within `approvers.independence_days` before the request, nor one third person both. `approval_hash` states what the caller has seen. The manager creates the run at once, also after a crash. Repeating one's own approval is harmless. `APPROVAL_CHANGED`: another hash. `APPROVAL_NOT_WAITING`: decided or ended.
         */
        post: operations["approveApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approvals/{approval_id}/deny": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an approval. */
                approval_id: components["parameters"]["ApprovalId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deny a run
         * @description For the same people, with a reason. The plan remains, and approval may be requested again. `APPROVAL_NOT_WAITING`: decided or ended.
         */
        post: operations["denyApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approvals/{approval_id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an approval. */
                approval_id: components["parameters"]["ApprovalId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a request for approval
         * @description For the requester and for administrators.
         */
        post: operations["withdrawApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{job_id}/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a job. */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        /**
         * Get the approvals of a job and the rules that require one
         * @description Of a plan, the approvals requested for it; of its run, the approval that it was created by.
         */
        get: operations["getJobApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approval-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List approval rules
         * @description Which jobs require a second person.
         */
        get: operations["listApprovalRules"];
        put?: never;
        /**
         * Create an approval rule
         * @description The rule applies at once, also to jobs that were created before and have not started. Changing it later takes two administrators. At most 100 rules. `NO_SECOND_PERSON`: fewer than two enabled administrators.
         */
        post: operations["createApprovalRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approval-rules/{rule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an approval rule. */
                rule_id: components["parameters"]["ApprovalRuleId"];
            };
            cookie?: never;
        };
        /**
         * Get an approval rule
         * @description As it applies now, with a proposed change.
         */
        get: operations["getApprovalRule"];
        /**
         * Propose a change of an approval rule
         * @description Nothing changes until another administrator confirms it. Partial.
         */
        put: operations["updateApprovalRule"];
        post?: never;
        /**
         * Propose to delete an approval rule
         * @description Nothing changes until another administrator confirms it.
         */
        delete: operations["deleteApprovalRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approval-rules/{rule_id}/change/approve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an approval rule. */
                rule_id: components["parameters"]["ApprovalRuleId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a change of an approval rule
         * @description Only for an administrator other than the one who proposed it. `RULE_CHANGE_NOT_FOUND`: also for another change than `change_id`.
         */
        post: operations["approveApprovalRuleChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approval-rules/{rule_id}/change/deny": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an approval rule. */
                rule_id: components["parameters"]["ApprovalRuleId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject or withdraw a change of an approval rule
         * @description The administrator who proposed it withdraws it this way.
         */
        post: operations["denyApprovalRuleChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/audit-integrity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify the audit log
         * @description Reads the whole log, which takes minutes for millions of rows. The check itself is recorded.
         */
        post: operations["checkAuditIntegrity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit rows
         * @description Newest first. Rows that were archived are not listed; `archived` says up to which row.
         */
        get: operations["listAuditRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the audit log
         * @description Oldest first, up to the newest row at the time of the call; the download itself is recorded. With `at_from` and `at_to` alone, or without filters, the file holds a range of rows without a gap: from the first that is not older than `at_from` to the last that is older than `at_to`. Such a range can be verified away from the manager (`node server/main.ts audit verify FILE`): it carries the signed checkpoints that lie in it, and a signature over its two ends. With other filters rows are missing, so `verifiable` is false. Each row stands on a line of its own.
         */
        get: operations["exportAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit/export/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download rows of the audit log as a table
         * @description The rows that `exportAuditLog` has, for a spreadsheet; it cannot be verified. RFC 4180, and no cell is a formula.
         */
        get: operations["exportAuditLogCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List certificates
         * @description Certificates of hosts and of the manager, including expired and revoked ones.
         */
        get: operations["listCertificates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ca": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the certificate authority
         * @description The root that signs now, its revocation list, and when active certificates expire.
         */
        get: operations["getAuthority"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ca/root.crt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the root CA certificate
         * @description PEM. The root that agents pin and install commands name; until a rotation is finished, the old one. `getRotation` has both.
         */
        get: operations["getRootCertificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ca/root.crl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the revocation list
         * @description DER (RFC 5280), signed again long before it expires. Each root signs its own. `NOT_FOUND`: there is no root with that fingerprint.
         */
        get: operations["getRevocationList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ca/rotation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the roots and the rotation
         * @description When no rotation is in progress, the last one.
         */
        get: operations["getRotation"];
        put?: never;
        /**
         * Start a root rotation
         * @description Creates a new root, cross-signed by the old one. Agents get both roots, then each host gets a certificate of the new one, automatically; nothing is removed before `finishRotation`.
         */
        post: operations["beginRotation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ca/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a signing request for an offline root
         * @description The key stays in the manager, encrypted; `beginOwnRotation` takes the certificate. There is one request at a time: a new one replaces it.
         */
        post: operations["createAuthorityRequest"];
        /**
         * Delete the signing request and its key
         * @description A certificate that is signed for it later cannot be used.
         */
        delete: operations["deleteAuthorityRequest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ca/rotation/own": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a rotation to your own certificate authority
         * @description Does what `beginRotation` does, with your own authority: a root with its key, an intermediate authority with its key, or (without `key_pem`) the certificate that an offline root signed for `createAuthorityRequest`. It is validated before anything changes. `AUTHORITY_REFUSED`: the message says what to do.
         */
        post: operations["beginOwnRotation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ca/rotation/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause the rotation
         * @description Hosts stay as they are, and reachable.
         */
        post: operations["pauseRotation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ca/rotation/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume the rotation
         * @description Continues where it was paused.
         */
        post: operations["resumeRotation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ca/rotation/go-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll the rotation back
         * @description Hosts with a certificate of the new root get one of the old root again; then the new root is removed automatically. `ROTATION_NOT_POSSIBLE`: also while it is being finished.
         */
        post: operations["goBackFromRotation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ca/rotation/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish the rotation
         * @description Removes the old root. Half a minute later neither the manager nor its agents trust its certificates. `ROTATION_HOSTS_LEFT`: hosts still depend on it: `details.hosts` has the names of the first 20, `details.total` their number; with `reason` they are dropped and must enroll again.
         */
        post: operations["finishRotation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ca/rotation/hosts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the hosts of the rotation
         * @description Of the rotation in progress, else of the last one; ordered by id.
         */
        get: operations["listRotationHosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hosts/{host_id}/certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a certificate for a host that cannot enroll
         * @description The manager creates the key pair and never stores the private key. Whoever has that key is the host, so this needs a fresh sign-in; tools use enrollment tokens instead, where the key never leaves the host. `CERTIFICATE_EXISTS`: the host has an active one: use `reissueCertificate`.
         */
        post: operations["issueCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/certificates/{certificate_id}/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew a certificate through the host's agent
         * @description The agent creates a new key and CSR, and installs the new certificate.
         */
        post: operations["renewCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/certificates/{certificate_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a certificate
         * @description With its state; `getHostCertificate` returns the PEM of the one that a host uses.
         */
        get: operations["getCertificate"];
        put?: never;
        post?: never;
        /**
         * Revoke a certificate
         * @description Takes effect within 5 seconds, on open connections too, and cannot be undone: the host is unreachable until it has a new one.
         */
        delete: operations["revokeCertificate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hosts/{host_id}/client.crt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the active certificate of a host
         * @description PEM, the leaf alone.
         */
        get: operations["getHostCertificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hosts/{host_id}/certificates/reissue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke all certificates of a host and issue a new one
         * @description The new one is installed and verified first. If the host cannot be reached, the old ones are revoked anyway and the answer has `key_pem`, so this needs a fresh sign-in. Tools use `renewCertificate`, where the agent creates the key and the old certificate is valid until the new one is used.
         */
        post: operations["reissueCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the configuration
         * @description Everything that people configured, without secrets, users, tokens, the certificate authority, hosts and history. Exports are deterministic. A secret that is set is `********`.
         */
        get: operations["exportConfiguration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/configuration/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an import of the configuration
         * @description Changes nothing. The `hash` covers the file, the present state and the difference; pass it to the import.
         */
        post: operations["planConfigurationImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/configuration/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a configuration
         * @description Applies exactly the difference that `planConfigurationImport` showed, in one transaction. What it listed as a problem is skipped, such as an allow-list without the caller's address. `CONFIGURATION_CHANGED`: the difference is no longer the one that was reviewed.
         */
        post: operations["importConfiguration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/enroll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request enrollment
         * @description Called by the agent. Names in the CSR are ignored; approval certifies its key. With a valid `enrollment_token` the request is approved at once, unless a live host has that machine id.
         */
        post: operations["createEnrollment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/enroll/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of an enrollment
         * @description The bearer is the `polling_token` of the enrollment. Once approved the answer carries the host id, the certificate and the CA.
         */
        get: operations["getEnrollmentStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/enroll/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew the certificate of an agent that was offline
         * @description Up to 30 days after the expiry of the current certificate, proved by a signature with its key. `RENEWAL_REFUSED`: expired too long ago, revoked, or unknown host: enroll again.
         */
        post: operations["renewEnrollment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/enroll/address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report the address of an agent
         * @description Proved by a signature with the key of the host's current certificate. The manager connects to the new address, at the port that it knows, and moves the host only if this host's agent answers there and no longer answers at the old one. Every outcome but a refusal answers 200. Without `address` nothing is tried, and the answer has the address that the manager calls. At most 24 addresses per host and day. `SIGNATURE_INVALID`: also for an unknown host and a certificate that is no longer valid.
         */
        post: operations["reportAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/enrollments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pending enrollment requests
         * @description Oldest first, at most `limit` (500 by default). If there are more, the `Link` header has the address of the next page.
         */
        get: operations["listEnrollments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/decided-enrollments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List decided enrollment requests
         * @description Newest request first. Kept for 30 days after they were decided or expired.
         */
        get: operations["listDecidedEnrollments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/enrollments/{enrollment_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve an enrollment
         * @description Creates the host and issues the certificate for the CSR's key. `MACHINE_ID_IN_USE`: a clone needs a new machine id, the same host `replace=true`.
         */
        post: operations["approveEnrollment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/enrollments/{enrollment_id}/deny": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deny an enrollment
         * @description The agent reads the refusal and stops asking; `listDecidedEnrollments` shows it.
         */
        delete: operations["denyEnrollment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/enrollment-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List enrollment tokens
         * @description Expired and used-up tokens are listed until they are deleted; secrets never are.
         */
        get: operations["listEnrollmentTokens"];
        put?: never;
        /**
         * Create an enrollment token
         * @description For unattended enrollment: the token approves requests automatically. It is shown once, as `<secret>.<sha256 of the root's public key>`, so that the agent can pin the manager before it sends anything. `ENROLLMENT_TOKEN_NOT_FOUND`: the token of the repeated call was deleted.
         */
        post: operations["createEnrollmentToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/enrollment-tokens/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an enrollment token
         * @description Without its secret.
         */
        get: operations["getEnrollmentToken"];
        put?: never;
        post?: never;
        /**
         * Delete an enrollment token
         * @description Hosts that were enrolled with it stay.
         */
        delete: operations["deleteEnrollmentToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/installer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the command that installs an agent
         * @description A shell command, to be run as root or with sudo. Replace the word `PROOF` in it by `token=TOKEN` or `ca_fingerprint=HEX`; options of the script (`--advertise-address IP`, `--again`) follow it. The token is passed on standard input, since any user of a host can read arguments. The command pins the manager's root by the SHA-256 of its PEM. `packages` is empty until packages were built for this manager.
         */
        get: operations["getInstaller"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/install.sh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the script that installs an agent
         * @description For `sh`, on the host, as root. It contains the root certificate and the hashes of the packages, so verify this manager before you run it: the command of `getInstaller` does.
         */
        get: operations["getInstallScript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/enroll/packages/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an agent package
         * @description The file that the install script installs.
         */
        get: operations["getAgentPackage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exposure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the exposure of the fleet
         * @description Counted over the hosts that the caller may see.
         */
        get: operations["getExposure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exposure/cves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List CVEs
         * @description CVEs that a pending security patch of a host fixes, as its package source names them; with `fix=none` those that no source fixes yet. A host counts once per CVE. Hosts that the caller may not see are not counted. With `fix=none` no times are recorded: `state=closed` finds nothing, and `sort=first_seen_at` orders by CVE number; the list is empty when `without_fix` of `getExposure` is null.
         */
        get: operations["listCves"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exposure/cves/{cve}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a CVE
         * @description With the packages that fix it. `CVE_NOT_FOUND`: it was never open on a host that the caller may see.
         */
        get: operations["getCve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exposure/cves/{cve}/hosts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the hosts of a CVE
         * @description One row for each time that it was open on a host, open ones first. With `fix=none` one row for each host on which no source fixes it, by host id, without times; `state=closed` then finds nothing.
         */
        get: operations["listCveHosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exposure/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the order in which to patch
         * @description Packages with a pending security patch, ranked: first those that fix a known-exploited CVE, then overdue ones, then by severity, then by the highest EPSS score of the CVEs that they fix, then by number of hosts, then by name. `reasons` explains each rank.
         */
        get: operations["listRankedPackages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exposure/patches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pending security patches
         * @description One row for each package of a host that lacks a security patch, the longest pending first; those pending since before that was recorded lead.
         */
        get: operations["listExposurePatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exposure/breaches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List overdue security patches
         * @description Patches that are pending for longer than the service level of their severity allows, the longest overdue first. Held ones count unless they are excepted. What was pending before that was recorded has no due time and is not listed.
         */
        get: operations["listServiceLevelBreaches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exposure/exceptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exceptions for held packages
         * @description On hosts that the caller may see, soonest expiry first. Expired ones are kept for 90 days.
         */
        get: operations["listExposureExceptions"];
        put?: never;
        /**
         * Create an exception for a held package
         * @description The held package of this host is not overdue until the exception expires, at most a year ahead. A package that is no longer held counts at once. An existing exception gets the new reason and time.
         */
        post: operations["createExposureException"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exposure/exceptions/{exception_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the exception. */
                exception_id: components["schemas"]["Uuid"];
            };
            cookie?: never;
        };
        /**
         * Get an exception
         * @description `EXCEPTION_NOT_FOUND`: also for one of a host that the caller does not see.
         */
        get: operations["getExposureException"];
        put?: never;
        post?: never;
        /**
         * Delete an exception
         * @description The package counts against its service level again, at once.
         */
        delete: operations["deleteExposureException"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exposure/data-sets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List vulnerability feeds
         * @description The feeds that were imported, and how old they are. `sources` says for each kind whether the manager downloads it (`exposure_fetch` of the settings), and the result.
         */
        get: operations["listExposureDataSets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exposure/data-sets/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Which feed. */
                kind: components["schemas"]["ExposureDataSetKind"];
            };
            cookie?: never;
        };
        /**
         * Get a vulnerability feed
         * @description Not the file: when it was published and imported, and by whom.
         */
        get: operations["getExposureDataSet"];
        /**
         * Import a vulnerability feed
         * @description The body is the file as it was published, plain or as gzip or zstd: `kev` is the catalogue of CISA as JSON, `epss` the scores of FIRST as CSV, `debian-tracker` the JSON of the Debian security tracker, which names the CVEs that pending security patches of Debian fix. `csaf-redhat` and `csaf-suse` are CSAF 2.0 documents (JSON, VEX or security advisories) of Red Hat for Enterprise Linux, and of SUSE: one, many one after another, or a tar archive (ustar, pax or GNU), of which all files named `*.json` are read. They name the CVEs that rpm patches fix, and their severity, CVSS and date. The body is at most 192 MB; unpacked, `epss` and `debian-tracker` are at most 256 MB, `kev` 16 MB, CSAF 4 GB and 64 million characters a document. The whole file is checked first; a file with anything wrong changes nothing. It is applied to known CVEs and hosts within minutes, and to later ones at once.
         */
        put: operations["importExposureDataSet"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exposure/data-sets/{kind}/fetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Download a vulnerability feed now
         * @description Fetches it by the URL of the settings, checks it as an import does, and imports it where it is newer. In the answer `last_error` is null when the feed is up to date, whether it was imported now or before. After an error the present feed is kept. `DATA_SET_FETCH_OFF`: not switched on.
         */
        post: operations["fetchExposureDataSet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status/fleet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the figures of the fleet
         * @description Counted over the hosts that the caller may see, at most a second ago.
         */
        get: operations["getFleetStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status/fleet/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the history of the fleet
         * @description At most 1,000 points; a smaller `step_secs` is raised until they fit, and the answer names the step that was used.
         */
        get: operations["getFleetHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/status/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the health of the manager
         * @description For load balancers and monitoring; says nothing about hosts.
         */
        get: operations["getServiceHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hosts/{host_id}/health-checks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
            };
            cookie?: never;
        };
        /**
         * List the health checks of a host
         * @description All health checks of the host, each with its last result.
         */
        get: operations["listHealthChecks"];
        put?: never;
        /**
         * Create a health check
         * @description It first runs within seconds. A target host must be healthy when it is named.
         */
        post: operations["createHealthCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hosts/{host_id}/health-checks/{check_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
                /** @description Id of a health check. */
                check_id: components["parameters"]["CheckId"];
            };
            cookie?: never;
        };
        /**
         * Get a health check
         * @description With its last result.
         */
        get: operations["getHealthCheck"];
        /**
         * Update a health check
         * @description Partial; the kind cannot be changed. Changing what is checked resets the status to `unknown` until the next run. Naming another service requires seeing the target host.
         */
        put: operations["updateHealthCheck"];
        post?: never;
        /**
         * Delete a health check
         * @description Its history is deleted too.
         */
        delete: operations["deleteHealthCheck"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hosts/{host_id}/health-checks/{check_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a health check now
         * @description The stored status does not change.
         */
        post: operations["testHealthCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hosts/{host_id}/health-checks/{check_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List status changes of a health check
         * @description Only changes; a change counts after two equal results in a row.
         */
        get: operations["listHealthCheckChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{job_id}/health-check-overrides": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a job. */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        /**
         * List health check overrides of a job
         * @description Each with who let the work begin, and why.
         */
        get: operations["listHealthCheckOverrides"];
        put?: never;
        /**
         * Override the health checks of a job
         * @description From now on its hosts do not wait for their checks before the work; checks that fail then do not count afterwards. It ends with the run: automatic attempts are part of it, a retry or resume by a person waits again. For a paused job it applies to the run that the resume starts. The audit log records who did it and why. `JOB_NOT_CANCELLABLE`: the job has ended.
         */
        post: operations["overrideHealthChecks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/ip-whitelist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the IP allow-list
         * @description The same list as `ip_whitelist` of the settings.
         */
        get: operations["getIpAllowList"];
        /**
         * Replace the IP allow-list
         * @description The same list as `ip_whitelist` of the settings, with the same `ETag`. It applies to every call except those marked `x-any-address`, and to open live connections, on every manager within 2 s. Entries are normalised, duplicates removed. `WOULD_LOCK_OUT`: the list does not contain the caller's own address.
         */
        put: operations["updateIpAllowList"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ws/ticket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a ticket for the WebSocket
         * @description Single use, 60 seconds.
         */
        post: operations["createWsTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ws/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open the stream of live events
         * @description Serves plain WebSocket clients (JSON text messages) and socket.io clients (their requests carry `EIO`; events are named `event`, the client emits `subscribe`) with the same events. The client sends `LiveClientMessage`, the manager `LiveServerMessage`; `/api/docs/asyncapi.json` describes them. A client with more than 1 MiB unsent is closed with code 1013 and resumes by `seq`. `FORBIDDEN`: a wrong Origin.
         */
        get: operations["openJobStream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/maintenance-windows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List maintenance windows
         * @description Without freezes, see `listFreezes`. Callers with a scope see windows of their hosts, and of groups that contain one.
         */
        get: operations["listAllWindows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/maintenance-windows/openings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List openings of windows and freezes
         * @description For a calendar: openings of enabled windows and freezes within at most 62 days, by start; past ones are not listed. Callers with a scope see those that `listAllWindows` and `listFreezes` show them.
         */
        get: operations["listOpenings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/maintenance-windows/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a window or a freeze
         * @description The next openings; nothing is saved. Starts moved by daylight saving are marked.
         */
        post: operations["previewWindow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/freezes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List change freezes
         * @description Freezes of the whole fleet, and of groups with a host that the caller may see.
         */
        get: operations["listFreezes"];
        put?: never;
        /**
         * Create a change freeze
         * @description The opposite of a window: during a freeze no work and no restart starts on its hosts, whatever their windows and jobs say, unless `overrideWindows` exempts the job. What has started finishes. At most 500 freezes.
         */
        post: operations["createFreeze"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/freezes/{freeze_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a freeze. */
                freeze_id: components["parameters"]["FreezeId"];
            };
            cookie?: never;
        };
        /**
         * Get a change freeze
         * @description `FREEZE_NOT_FOUND`: also for a group without a host that the caller may see.
         */
        get: operations["getFreeze"];
        /**
         * Update a change freeze
         * @description Partial; its group cannot be changed.
         */
        put: operations["updateFreeze"];
        post?: never;
        /**
         * Delete a change freeze
         * @description Work that it held may begin within a minute.
         */
        delete: operations["deleteFreeze"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{job_id}/window-overrides": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a job. */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        /**
         * List window overrides of a job
         * @description Each with who let the work begin, and why.
         */
        get: operations["listWindowOverrides"];
        put?: never;
        /**
         * Override windows or freezes for a job
         * @description One act of one administrator, with a reason, for all hosts of this job only; it cannot be undone. Waiting hosts start within half a minute, those of later waves in their wave. It ends with the run: automatic attempts are part of it, a retry or resume by a person waits again. For a paused job it applies to the run that the resume starts. To bypass both windows and freezes, override both.
         */
        post: operations["overrideWindows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hosts/{host_id}/maintenance-windows": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
            };
            cookie?: never;
        };
        /**
         * List the maintenance windows of a host
         * @description Including windows of its groups, which have a `group_id`.
         */
        get: operations["listHostWindows"];
        put?: never;
        /**
         * Create a maintenance window of a host
         * @description From then on the host is patched only inside its windows and those of its groups, except by jobs with `respect_windows: false`. At most 50 per host.
         */
        post: operations["createHostWindow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hosts/{host_id}/maintenance-windows/{window_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
                /** @description Id of a maintenance window. */
                window_id: components["parameters"]["WindowId"];
            };
            cookie?: never;
        };
        /**
         * Get a maintenance window of a host
         * @description A window of a group is read at the group.
         */
        get: operations["getHostWindow"];
        /**
         * Update a maintenance window of a host
         * @description Partial. `rrule` or `starts_at` may be set to null while the other is set.
         */
        put: operations["updateHostWindow"];
        post?: never;
        /**
         * Delete a maintenance window of a host
         * @description Without any window, work on the host may begin at any time.
         */
        delete: operations["deleteHostWindow"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{group_id}/maintenance-windows": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a group. */
                group_id: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        /**
         * List the maintenance windows of a group
         * @description Only windows of the group itself, not those of its hosts.
         */
        get: operations["listGroupWindows"];
        put?: never;
        /**
         * Create a maintenance window of a group
         * @description It applies to all hosts of the group; editing it requires seeing all of them. At most 50 per group.
         */
        post: operations["createGroupWindow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{group_id}/maintenance-windows/{window_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a group. */
                group_id: components["parameters"]["GroupId"];
                /** @description Id of a maintenance window. */
                window_id: components["parameters"]["WindowId"];
            };
            cookie?: never;
        };
        /**
         * Get a maintenance window of a group
         * @description `listAllWindows` lists those of all groups and hosts.
         */
        get: operations["getGroupWindow"];
        /**
         * Update a maintenance window of a group
         * @description Partial: absent fields keep their value.
         */
        put: operations["updateGroupWindow"];
        post?: never;
        /**
         * Delete a maintenance window of a group
         * @description Hosts of the group without another window may be worked on at any time.
         */
        delete: operations["deleteGroupWindow"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/mfa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove all second factors of a user
         * @description For users who lost theirs.
         */
        delete: operations["disableUserMfa"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/mfa/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Create a TOTP secret
         * @description The secret is bound to this session and takes effect with `verifyTotp` within 10 minutes; another call replaces it. If TOTP is already set up, the new secret replaces the old one. `FORBIDDEN`: an API token.
         */
        get: operations["setupTotp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/mfa/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable TOTP
         * @description A session that was opened only for the set-up gets all permissions of the role. `MFA_SETUP_EXPIRED`: the secret was not issued to this session, or too long ago.
         */
        post: operations["verifyTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/mfa/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create new recovery codes
         * @description Ten codes, shown only here, each valid for one login in place of another second factor; earlier ones are void. `MFA_NOT_ENABLED`: the user has no second factor.
         */
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/mfa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the caller's second factors
         * @description Which second factors the caller has, and from when on one is required.
         */
        get: operations["getOwnMfa"];
        put?: never;
        post?: never;
        /**
         * Remove all of the caller's second factors
         * @description TOTP, passkeys and recovery codes. Requires the password and, as every removal of a factor, a session that has just proved a second factor (`reauthenticate`). `INVALID_CREDENTIALS`: wrong password. `MFA_FACTOR_REQUIRED`: the role must have one.
         */
        delete: operations["disableOwnMfa"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/mfa/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove the caller's authenticator app
         * @description Passkeys are kept; recovery codes are deleted with the last factor. `FORBIDDEN`: an API token. `MFA_NOT_ENABLED`: there is no TOTP. `MFA_FACTOR_REQUIRED`: it is the last factor, and the role must have one.
         */
        delete: operations["disableTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/mfa/webauthn/authenticate/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a sign-in with WebAuthn
         * @description With the `mfa_token` of login as bearer: the second factor. Without a bearer: a sign-in by a passkey alone, which must be discoverable and verify its user, and so is both factors. `MFA_NOT_ENABLED`: the user has no passkey.
         */
        post: operations["startWebauthnAuthentication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/mfa/webauthn/authenticate/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a sign-in with WebAuthn
         * @description With the bearer of the call that started it: the `mfa_token` of login, or none. The challenge is used up in any case.
         */
        post: operations["completeWebauthnAuthentication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/mfa/webauthn/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's WebAuthn credentials
         * @description Passkeys and security keys of the caller.
         */
        get: operations["listWebauthnCredentials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/mfa/webauthn/register/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start the registration of a WebAuthn credential
         * @description The challenge is bound to this session. `FORBIDDEN`: an API token.
         */
        post: operations["startWebauthnRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/mfa/webauthn/register/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete the registration of a WebAuthn credential
         * @description A session that was opened only for the set-up gets all permissions of the role. The challenge is used up in any case.
         */
        post: operations["completeWebauthnRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/mfa/webauthn/credentials/{credential_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a WebAuthn credential of the caller
         * @description Its name and when it was used; no key.
         */
        get: operations["getWebauthnCredential"];
        /**
         * Rename a WebAuthn credential of the caller
         * @description The name is for its owner only.
         */
        put: operations["renameWebauthnCredential"];
        post?: never;
        /**
         * Delete a WebAuthn credential of the caller
         * @description Recovery codes are deleted with the last factor. `MFA_FACTOR_REQUIRED`: it is the last factor, and the role must have one.
         */
        delete: operations["deleteWebauthnCredential"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/reauthenticate/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a re-authentication with WebAuthn
         * @description For `reauthenticate`; the challenge is bound to this session. `FORBIDDEN`: an API token. `MFA_NOT_ENABLED`: the user has no passkey.
         */
        post: operations["startReauthentication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/smtp/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test mail
         * @description To the recipients of the notification settings, or to the caller when there are none. A server that refuses answers 200 with `success` false. It is sent even while mail is disabled.
         */
        post: operations["testSmtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Webhooks are called as notification rules say. Answers contain neither secrets nor what follows the host in a URL.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Each call is a POST with a `WebhookPayload`, signed as Standard Webhooks specifies: `webhook-id` is the same at every attempt, `webhook-timestamp` is the time of the attempt in seconds since 1970, and `webhook-signature` is `v1,` and the base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`, under the bytes that follow `whsec_` in the secret, in base64. The secret is in this answer and in no other; without `secret` the manager generates one. If this answer is lost, repeat the call with its `Idempotency-Key` to get the same webhook. For a day that answer has the secret too, unless the webhook was changed; afterwards `secret` is null. A 2xx answer confirms delivery. After 408, 425, 429, 5xx or no answer the call is repeated for about five hours; any other status ends it. Redirects are not followed. At most 100 webhooks. `URL_REFUSED`: an address that the manager does not call: its own, loopback, link-local. `WEBHOOK_NOT_FOUND`: the webhook of the repeated call was deleted.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a webhook. */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Without its secret, and without what follows the host in its URL.
         */
        get: operations["getWebhook"];
        /**
         * Update a webhook
         * @description Partial. A `url` as it is shown keeps the stored one. A change of scheme, host or port without a `secret` generates a new one, so that the old one is not used for another receiver; so does `secret: null`. The answer has the new `secret`, or null when it has not changed. `URL_REFUSED`: as for a new webhook, also when it is enabled.
         */
        put: operations["updateWebhook"];
        post?: never;
        /**
         * Delete a webhook
         * @description Pending deliveries to it are dropped.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a webhook. */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call a webhook with a test
         * @description Sends a test payload, even while the webhook is disabled. `message` has the answer of the other side.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notification-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notification rules
         * @description The recipients of the notification settings are notified of everything, without a rule.
         */
        get: operations["listNotificationRules"];
        put?: never;
        /**
         * Create a notification rule
         * @description A recipient named by several rules is notified once, about the hosts of all of them. At most 100 rules.
         */
        post: operations["createNotificationRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notification-rules/{rule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a rule of notifications. */
                rule_id: components["parameters"]["RuleId"];
            };
            cookie?: never;
        };
        /**
         * Get a notification rule
         * @description `listNotificationRules` lists all rules.
         */
        get: operations["getNotificationRule"];
        /**
         * Update a notification rule
         * @description Partial; a list replaces the list.
         */
        put: operations["updateNotificationRule"];
        post?: never;
        /**
         * Delete a notification rule
         * @description Messages that are already queued are still sent.
         */
        delete: operations["deleteNotificationRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notification-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notification deliveries
         * @description Newest first. Kept for `log_days` of the notification settings.
         */
        get: operations["listNotificationDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notification-deliveries/{delivery_id}/send-again": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a delivery. */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a failed notification again
         * @description It gets all of its attempts again, under the same id. Repeating the call is harmless. `DELIVERY_NOT_DEAD`: it was sent or dropped.
         */
        post: operations["sendNotificationAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hosts/{host_id}/packages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the packages of a host
         * @description As its agent last reported; `collected_at` says when. The list is read daily and after each job.
         */
        get: operations["listHostPackages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hosts/{host_id}/packages/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List package changes of a host
         * @description Newest first: one entry for each reading that differed from the one before, with at most 100 changes; with `name` only those of that package. Kept for 180 days, at most 300 per host.
         */
        get: operations["listHostPackageChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hosts/{host_id}/packages/differences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare the packages of two hosts
         * @description Packages that differ, by name. `HOST_NOT_FOUND`: of either.
         */
        get: operations["listHostPackageDifferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{group_id}/package-differences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List package differences within a group
         * @description Packages that not all hosts of the group have in the same versions, by name; over hosts that the caller may see and whose packages are known.
         */
        get: operations["listGroupPackageDifferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/packages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List packages of the fleet
         * @description By name, each with how many of the hosts that the caller may see have it. With `held` a host counts if the package is held there.
         */
        get: operations["listFleetPackages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/packages/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a package
         * @description The newest first, as the package manager of the hosts orders them; at most 500. A name that no host has gives an empty list.
         */
        get: operations["listPackageVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/packages/hosts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the hosts that have a package
         * @description `version_below` and `version_at_least` go by the order of each host's own package manager; hosts whose order is unknown match neither, and `not_comparable` counts them. Sorted by version, a host's newest matching version counts: first those of dpkg, then those of unknown order, then those of rpm; `-version` reverses that.
         */
        get: operations["listPackageHosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List policies
         * @description A caller with a scope sees policies that include one of his hosts.
         */
        get: operations["listPolicies"];
        put?: never;
        /**
         * Create a policy
         * @description Each run re-evaluates the hosts, within what its author may see at that time, makes a plan, and runs exactly that plan. It continues when its author is disabled, demoted or deleted. At most 5,000 policies. `POLICY_INVALID`: the rule or the time zone. `HOST_NOT_FOUND`, `GROUP_NOT_FOUND`: of the target.
         */
        post: operations["createPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the starts of a policy
         * @description Nothing is saved. `HOST_NOT_FOUND`, `GROUP_NOT_FOUND`: of the target.
         */
        post: operations["previewPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/{policy_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a policy. */
                policy_id: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        /**
         * Get a policy
         * @description `POLICY_NOT_FOUND`: also when the caller may not see any of its hosts.
         */
        get: operations["getPolicy"];
        /**
         * Update a policy
         * @description Partial: absent fields keep their value. From now on the policy is limited to the hosts that the caller may see. A run that has started continues unchanged; one that is only prepared is planned again. `POLICY_OUT_OF_SCOPE`: it includes hosts that the caller may not see. `HOST_NOT_FOUND`, `GROUP_NOT_FOUND`: of the target.
         */
        put: operations["updatePolicy"];
        post?: never;
        /**
         * Delete a policy
         * @description A running job of it continues; a run that is only prepared does not start: a pending approval is withdrawn, and an approved job that has not started is cancelled.
         */
        delete: operations["deletePolicy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/{policy_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a policy. */
                policy_id: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        /**
         * List the runs of a policy
         * @description Each start with its outcome, newest first, including skipped ones. Kept for 400 days, at most 500 per policy.
         */
        get: operations["listPolicyRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/{policy_id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a policy. */
                policy_id: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a policy now
         * @description Also while it is paused. Its next start is not affected. Approval rules apply as at any start.
         */
        post: operations["runPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/{policy_id}/skip-next": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a policy. */
                policy_id: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Skip the next start of a policy
         * @description Repeating the call is harmless. A run that is already prepared (under an approval rule), even if approved, ends at once, which cannot be undone. `POLICY_START_PASSED`: `starts_at` is not its next start.
         */
        post: operations["skipNextPolicyRun"];
        /**
         * Restore the skipped start of a policy
         * @description Harmless when none is skipped.
         */
        delete: operations["unskipNextPolicyRun"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/{policy_id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a policy. */
                policy_id: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a policy
         * @description Until it is resumed, each start is skipped and recorded as such. A run that is already prepared, even if approved, is skipped at once; a run that a person started and a running job continue. Repeating the call is harmless.
         */
        post: operations["pausePolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/{policy_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a policy. */
                policy_id: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a policy
         * @description From its next start on; skipped starts are not made up for. Repeating the call is harmless.
         */
        post: operations["resumePolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hosts/{host_id}/outlook": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
            };
            cookie?: never;
        };
        /**
         * Get what is ahead of a host
         * @description The policies that apply to the host now, and their last runs with the outcome on this host.
         */
        get: operations["getHostOutlook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hosts/{host_id}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh the package lists of a host
         * @description Starts the work and answers at once.
         */
        post: operations["refreshHost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/report-schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List report schedules
         * @description By name. A caller with a scope sees his own; schedules of the audit log need permission to read it.
         */
        get: operations["listReportSchedules"];
        put?: never;
        /**
         * Create a report schedule
         * @description The report covers the hosts that its author may see when it is saved; one manager makes it at each start and mails it to the recipients once. At most 200 schedules.
         */
        post: operations["createReportSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/report-schedules/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a report schedule
         * @description Nothing is saved.
         */
        post: operations["previewReportSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/report-schedules/{schedule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a schedule of reports. */
                schedule_id: components["parameters"]["ReportScheduleId"];
            };
            cookie?: never;
        };
        /**
         * Get a report schedule
         * @description `REPORT_SCHEDULE_NOT_FOUND`: also for one that `listReportSchedules` does not show to the caller.
         */
        get: operations["getReportSchedule"];
        /**
         * Update a report schedule
         * @description Partial. From then on it is limited to the hosts that the editor may see.
         */
        put: operations["updateReportSchedule"];
        post?: never;
        /**
         * Delete a report schedule
         * @description Reports that were already sent are not affected.
         */
        delete: operations["deleteReportSchedule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/report-schedules/{schedule_id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a schedule of reports. */
                schedule_id: components["parameters"]["ReportScheduleId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a report schedule now
         * @description Also when it is disabled. A caller who may not see all hosts of the report gets 403 `FORBIDDEN`.
         */
        post: operations["runReportSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/{report_type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a report
         * @description The file is complete before its first byte is sent, which may take up to 120 seconds. Closing the connection ends the work. CSV is RFC 4180 in UTF-8, and no cell of it is a formula; PDF is tagged, with its fonts embedded, and shows what is neither Latin, Greek nor Cyrillic by its code point. It covers the hosts that the caller may see, and with `group_id` only those in the group. `audit` needs permission to read the audit log, else 403 `FORBIDDEN`; with a group it has the rows about its hosts. What was not recorded is shown as `not_recorded`, and an unknown host is not compliant. The download is recorded in the audit log. `VALIDATION_FAILED`: `from` is not before `to`.
         */
        get: operations["downloadReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/{report_type}/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the figures of a report
         * @description The first page of the report as data, as a preview. Costs as much as the report. `audit` needs permission to read the audit log, else 403 `FORBIDDEN`. `VALIDATION_FAILED`: `from` is not before `to`.
         */
        get: operations["getReportFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sso/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the public configuration of single sign-on
         * @description What the sign-in page needs to show the button.
         */
        get: operations["getPublicSsoConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sso/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Start a sign-in at the provider
         * @description Sends the browser to the provider, and binds state, nonce and the PKCE verifier to it for 10 minutes, by the cookie `__Host-fleetmend-sso`. Errors reach a browser (`Accept: text/html`) as in the callback.
         */
        get: operations["startSsoLogin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sso/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Complete a sign-in at the provider
         * @description Sends the browser back to the web UI, without tokens in the URL. A sign-in ends at `/sign-in#sso_code=…&return_to=…`: the code is valid once, for 60 seconds, in this browser only; `exchangeSsoCode` exchanges it for tokens. What `linkSso` or `reauthenticateBySso` started ends at its `return_to` with `#sso=linked` or `#sso=reauthenticated`. Errors come to a browser (`Accept: text/html`) in the same places, as `#sso_error=CODE`; other clients get the envelope. Users are linked by the provider's issuer and subject, never by mail address; unknown ones are created as `reporter`.
         */
        get: operations["completeSsoLogin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sso/exchange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange the code of a sign-in for tokens
         * @description Answers as login does. The code is valid once, for 60 seconds, in the browser that it was issued to (cookie). Unless a configured `acr` or `amr` shows that two factors were proved, the sign-in counts as the first factor: after 401 `MFA_REQUIRED` repeat the call with the same code and a second factor within 5 minutes, at most 5 times. Whoever must first set up a factor gets a session only for that. `INVALID_CREDENTIALS`: the second factor is wrong.
         */
        post: operations["exchangeSsoCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sso/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link the caller's account to the provider
         * @description Answers where to send the browser. The callback then links the identity that signs in there to this account, replacing an older link.
         */
        post: operations["linkSso"];
        /**
         * Unlink the caller's account from the provider
         * @description The account then signs in only by password. Harmless when there is no link. `SSO_LINK_NEEDED`: the account has no password.
         */
        delete: operations["unlinkSso"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sso/reauthenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Re-authenticate at the provider
         * @description For linked accounts. Answers where to send the browser; the provider asks for credentials again (`max_age=0`), its `auth_time` is checked, and the callback marks the session of this call as fresh; if the account has a second factor, only when the provider confirms two. `SSO_LINK_NEEDED`: the account is not linked.
         */
        post: operations["reauthenticateBySso"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/{legacy_provider}/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the public configuration of single sign-on (deprecated)
         * @deprecated
         * @description Deprecated; answers like `getPublicSsoConfig`.
         */
        get: operations["getLegacySsoConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/{legacy_provider}/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Start a sign-in at the provider (deprecated)
         * @deprecated
         * @description Use `startSsoLogin`; the answer is the same.
         */
        get: operations["startLegacySsoLogin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/{legacy_provider}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Complete a sign-in at the provider (deprecated)
         * @deprecated
         * @description Use `completeSsoLogin`; the answer is the same.
         */
        get: operations["completeLegacySsoLogin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/sso/discover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look up a provider's configuration
         * @description By the provider's issuer, or its configuration document. Cached for 1 hour. If the provider cannot be read, the answer is 200 with `success` false and the reason. `URL_REFUSED`: an address that the manager does not call.
         */
        post: operations["discoverOidc"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/sso/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test the saved configuration of single sign-on
         * @description Reads the provider's configuration and keys, bypassing the cache, and checks whether a sign-in could work with the saved settings. A wrong client secret shows only at a sign-in.
         */
        post: operations["testSso"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/{legacy_provider}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test the saved configuration of single sign-on (deprecated)
         * @deprecated
         * @description Deprecated; answers like `testSso`.
         */
        post: operations["testLegacySso"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description All accounts, disabled ones included.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description `GROUP_NOT_FOUND`: of the scope.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a user. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        /**
         * Get a user
         * @description The account, without any secret.
         */
        get: operations["getUser"];
        /**
         * Update a user
         * @description Partial. Disabling a user and `sso_only` end the sessions at once; another role or scope applies from the next call on and closes WebSockets. `GROUP_NOT_FOUND`: of the scope. `WOULD_LOCK_OUT`: no enabled administrator with a password would be left. `SSO_NOT_LINKED`: `sso_only` for an account that is not linked.
         */
        put: operations["updateUser"];
        post?: never;
        /**
         * Delete a user
         * @description The audit log and jobs keep the user name.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End all sessions of a user
         * @description Refresh and access tokens are refused from now on, WebSockets are closed. API tokens are kept unless `tokens` is true.
         */
        post: operations["deleteUserSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the password of another user
         * @description Ends the user's sessions.
         */
        put: operations["resetUserPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/me/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's API tokens
         * @description Only tokens of the caller; their secrets are never shown again.
         */
        get: operations["listOwnApiTokens"];
        put?: never;
        /**
         * Create an API token
         * @description The role may hold nothing that the owner's does not, and the token may never do or see more than its owner may at the time. It is refused while the owner must change his password or set up a second factor, or, without a password, has not signed in for 30 days. It is deleted with its owner, and when the owner is disabled. At most 100 per user. An API token can create no tokens and change no credentials. `FORBIDDEN`: a role that holds more than the own; an API token. `API_TOKEN_NOT_FOUND`: the token of the repeated call was deleted.
         */
        post: operations["createOwnApiToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/me/tokens/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API token of the caller
         * @description Without its secret.
         */
        get: operations["getOwnApiToken"];
        put?: never;
        post?: never;
        /**
         * Delete an API token of the caller
         * @description It is refused from now on.
         */
        delete: operations["deleteOwnApiToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's sessions
         * @description Active sessions, newest first; at most 20. `FORBIDDEN`: an API token.
         */
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        /**
         * End all other sessions of the caller
         * @description Their tokens are refused from now on, and their WebSockets are closed. `FORBIDDEN`: an API token.
         */
        delete: operations["deleteOtherOwnSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/me/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session of the caller
         * @description Its tokens are refused from now on, its WebSockets are closed. `FORBIDDEN`: an API token.
         */
        delete: operations["deleteOwnSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sessions of a user
         * @description Active sessions, newest first; at most 20.
         */
        get: operations["listUserSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session of a user
         * @description Its tokens are refused from now on, its WebSockets are closed.
         */
        delete: operations["deleteUserSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API tokens of a user
         * @description Without their secrets.
         */
        get: operations["listUserApiTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/tokens/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API token of a user
         * @description Without its secret.
         */
        get: operations["getUserApiToken"];
        put?: never;
        post?: never;
        /**
         * Delete an API token of a user
         * @description It is refused from now on, its WebSockets are closed.
         */
        delete: operations["deleteUserApiToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List permissions
         * @description What each permission lets its holder call, and which fixed roles and scopes hold it; without `limit` all that follow.
         */
        get: operations["listPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List roles
         * @description The fixed ones and the custom ones; without `limit` all that follow.
         */
        get: operations["listRoles"];
        put?: never;
        /**
         * Create a role
         * @description A custom role is a named set of permissions for users, API tokens, service accounts and rows of the mapping of single sign-on. Nobody makes a role that may do more than they may. `users:manage` and `settings:manage` belong to the role `admin` alone, because who makes accounts or chooses who vouches for them can become anybody. `FORBIDDEN`: a permission that you do not have. `ROLE_NOT_FOUND`: the role of the repeated call was deleted.
         */
        post: operations["createRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/roles/{role_name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of a role. */
                role_name: components["parameters"]["RoleName"];
            };
            cookie?: never;
        };
        /**
         * Get a role
         * @description A fixed role has no `ETag`.
         */
        get: operations["getRole"];
        /**
         * Update a role
         * @description Partial. It applies from the next call of everybody who has the role, and their WebSockets close. `FORBIDDEN`: a permission that you do not have. `ROLE_IN_USE`: somebody with the role is limited to groups of hosts, and a new permission concerns all hosts.
         */
        put: operations["updateRole"];
        post?: never;
        /**
         * Delete a role
         * @description A role that somebody or something has stays.
         */
        delete: operations["deleteRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/service-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List service accounts
         * @description Owners of API tokens without a person behind them, those that have ended included.
         */
        get: operations["listServiceAccounts"];
        put?: never;
        /**
         * Create a service account
         * @description It owns API tokens without a person behind them, until its end. Its role may hold nothing that you do not have. Whatever the role, a service account approves nothing, makes no accounts, and changes neither settings, sign-in nor approval rules. `FORBIDDEN`: a role that holds more than yours. `GROUP_NOT_FOUND`: of the scope. `SERVICE_ACCOUNT_NOT_FOUND`: the account of the repeated call was deleted.
         */
        post: operations["createServiceAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/service-accounts/{account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a service account. */
                account_id: components["parameters"]["ServiceAccountId"];
            };
            cookie?: never;
        };
        /**
         * Get a service account
         * @description One that has ended too.
         */
        get: operations["getServiceAccount"];
        /**
         * Update a service account
         * @description Partial. It applies from the next call of its tokens on, and their WebSockets close. `FORBIDDEN`: a role that holds more than yours. `GROUP_NOT_FOUND`: of the scope.
         */
        put: operations["updateServiceAccount"];
        post?: never;
        /**
         * Delete a service account
         * @description Its tokens are refused from now on.
         */
        delete: operations["deleteServiceAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/service-accounts/{account_id}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a service account. */
                account_id: components["parameters"]["ServiceAccountId"];
            };
            cookie?: never;
        };
        /**
         * List the tokens of a service account
         * @description Without their secrets.
         */
        get: operations["listServiceAccountTokens"];
        put?: never;
        /**
         * Create a token for a service account
         * @description It ends with its account at the latest. Whoever makes one has it in hand, so that person approves nothing that is requested with it. `FORBIDDEN`: the role of the account holds more than yours. `API_TOKEN_NOT_FOUND`: the token of the repeated call was deleted.
         */
        post: operations["createServiceAccountToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/service-accounts/{account_id}/tokens/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a service account. */
                account_id: components["parameters"]["ServiceAccountId"];
                /** @description Id of an API token. */
                token_id: components["parameters"]["ApiTokenId"];
            };
            cookie?: never;
        };
        /**
         * Get a token of a service account
         * @description Without its secret.
         */
        get: operations["getServiceAccountToken"];
        put?: never;
        post?: never;
        /**
         * Revoke one token of a service account
         * @description It is refused from now on, its WebSockets are closed.
         */
        delete: operations["deleteServiceAccountToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tokens/self/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of the calling API token
         * @description For the token itself, of a person or of a service account. Id, name, role, scopes, hosts and end stay. The secret by which it called continues for `overlap_secs`; if the answer is lost, call again with that. Secrets from before are refused at once. `API_TOKEN_REQUIRED`: the caller is no API token.
         */
        post: operations["rotateOwnApiToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/web-tls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the certificate of the HTTPS listener
         * @description The certificate that this manager shows to browsers and tools, and the state of the custom one in its configuration (`web_cert_file`, `web_key_file`). Agents always see the certificate of the internal authority.
         */
        get: operations["getWebTls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/web-tls/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a change of the certificate
         * @description A change of `web_tls_strategy` is reverted after 60 seconds unless this call arrives over a connection with the new certificate. Otherwise the answer is 409 `TLS_NOT_CONFIRMED` and the connection is closed, so that the next call opens a new one.
         */
        post: operations["confirmWebTls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "job.paused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A job paused */
        post: operations["tellJobPaused"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "job.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A job ended, and work failed */
        post: operations["tellJobFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "job.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A job ended well */
        post: operations["tellJobCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "window.upcoming": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Maintenance windows open soon */
        post: operations["tellWindowUpcoming"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "certificate.expiring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Something of the authority ends soon */
        post: operations["tellCertificateExpiring"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    test: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A test that a person asked for */
        post: operations["tellTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * Format: uuid
         * @description UUID version 7, lower case.
         * @example 01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21
         */
        Uuid: string;
        /**
         * Format: uuid
         * @description UUID version 7, lower case, or null.
         */
        NullableUuid: string | null;
        /**
         * Format: date-time
         * @description RFC 3339, UTC, milliseconds.
         * @example 2026-01-15T08:30:00.000Z
         */
        Timestamp: string;
        /**
         * Format: date-time
         * @description RFC 3339, UTC, milliseconds; null when it has not happened.
         */
        NullableTimestamp: string | null;
        /**
         * @description A label, such as `web` or `env=prod`.
         * @example env=prod
         */
        Tag: string;
        /**
         * @description An exact package name, optionally with its architecture. No wildcard, no option, no trailing `-`.
         * @example openssl
         * @example libc6:amd64
         */
        PackageName: string;
        /** @description One or more PEM blocks. */
        Pem: string;
        /**
         * @description The name of a role: `admin`, `operator` or `reporter`, which every manager has, or a custom one of `listRoles`. New names come as people make them. What a role may do is a set of permissions, and roles have no order.
         * @example operator
         */
        Role: string;
        /**
         * @description A role that every manager has, and nobody changes.
         * @enum {string}
         */
        FixedRole: "admin" | "operator" | "reporter";
        /**
         * @description The envelope of every error.
         * @example {
         *       "error": {
         *         "code": "HOST_NOT_FOUND",
         *         "message": "There is no such host.",
         *         "request_id": "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21"
         *       }
         *     }
         */
        ErrorEnvelope: {
            /** @description The error. */
            error: {
                code: components["schemas"]["ErrorCode"];
                /** @description The error in words, for people; it may change. */
                message: string;
                details?: components["schemas"]["ErrorDetails"];
                /** @description Id of the request, also in the manager's log. */
                request_id: string;
            };
        };
        /** @description Facts that belong to the code: `components.x-error-codes` has the schema of each code's. Further properties may come. */
        ErrorDetails: {
            /** @description What is wrong, and where. */
            errors?: components["schemas"]["ValidationIssue"][];
            /** @description The second factors that the user has. */
            methods?: ("totp" | "webauthn" | "recovery_code")[];
            /** @description The bearer of the second factor; valid 5 minutes. */
            mfa_token?: string;
            /**
             * Format: int32
             * @description When to come again, in seconds; also in `Retry-After`.
             */
            retry_after_secs?: number;
            /** @description The `ETag` of what is there now. */
            etag?: string;
            /**
             * Format: int32
             * @description As many as there may be.
             */
            max?: number;
            /**
             * Format: int32
             * @description How many there are in all.
             */
            total?: number;
            /** @description The field or section that is refused. */
            field?: string;
            /** @description The address of the caller. */
            address?: string;
            /** @description The state that it has. */
            state?: string;
            /** @description The status that it has. */
            status?: string;
            /** @description The phase of the rotation. */
            phase?: string;
            /** @description What does not hold, or why it is in that state. Of a passkey: `malformed`, `challenge`, `origin`, `relying_party`, `user_verification`, `credential`, `user_handle`, `signature`, `counter` or `registered`. */
            reason?: string | null;
            /** @description The gate that was overridden. */
            gate?: string;
            /** @description Who did it already. */
            by?: string;
            /** @description Who decided it. */
            decided_by?: string | null;
            /** @description Who proposed the change that waits. */
            proposed_by?: string | null;
            /**
             * Format: int32
             * @description How many enabled administrators there are.
             */
            administrators?: number;
            /** @description The next start of the policy. */
            next_start_at?: components["schemas"]["NullableTimestamp"];
            /** @description Names of the first 20 hosts. */
            hosts?: string[];
            /** @description The rules that ask for it, or that name it. */
            rules?: components["schemas"]["NamedThing"][];
            /** @description What rests on it. */
            uses?: components["schemas"]["ThingInUse"][];
            /** @description The jobs that run the plans. */
            runs?: components["schemas"]["PlanRunRef"][];
            /**
             * Format: int64
             * @description Of a CSV file, the line, from 1.
             */
            line?: number;
            /**
             * Format: int64
             * @description Of a catalogue, the entry, from 1.
             */
            entry?: number;
            /** @description Of the tracker package and entry, of CSAF the document, or the file of an archive. */
            place?: string;
            /** @description The CVE. */
            cve?: string;
            /** @description The thing that has the name, or that the earlier call made. */
            id?: components["schemas"]["Uuid"];
            /** @description Those that are not there. */
            ids?: components["schemas"]["Uuid"][];
            /** @description The job. */
            job_id?: components["schemas"]["Uuid"];
            /** @description The host. */
            host_id?: components["schemas"]["Uuid"];
            /** @description The group. */
            group_id?: components["schemas"]["Uuid"];
            /** @description The host that a check is to look at. */
            target_host_id?: components["schemas"]["Uuid"];
            /** @description The health check. */
            check_id?: components["schemas"]["Uuid"];
            /** @description The maintenance window. */
            window_id?: components["schemas"]["Uuid"];
            /** @description The freeze. */
            freeze_id?: components["schemas"]["Uuid"];
            /** @description The policy. */
            policy_id?: components["schemas"]["Uuid"];
            /** @description The run of the policy. */
            run_id?: components["schemas"]["Uuid"];
            /** @description The approval. */
            approval_id?: components["schemas"]["Uuid"];
            /** @description The rule. */
            rule_id?: components["schemas"]["Uuid"];
            /** @description The exception. */
            exception_id?: components["schemas"]["Uuid"];
            /** @description The schedule of reports. */
            schedule_id?: components["schemas"]["Uuid"];
            /** @description The webhook. */
            webhook_id?: components["schemas"]["Uuid"];
            /** @description The delivery. */
            delivery_id?: string;
            /** @description The unfinished jobs. */
            job_ids?: components["schemas"]["Uuid"][];
            /** @description The hosts in question. */
            host_ids?: components["schemas"]["Uuid"][];
            /** @description The groups that are not there. */
            group_ids?: components["schemas"]["Uuid"][];
        } & {
            [key: string]: unknown;
        };
        /** @description Something that people have named. */
        NamedThing: {
            id: components["schemas"]["Uuid"];
            /** @description Its name. */
            name: string;
        };
        /** @description Something that rests on the thing that was to be deleted. */
        ThingInUse: {
            /** @description Such as `scope`, `approval`, `policy` or `report`. */
            kind: string;
            id: components["schemas"]["NullableUuid"];
            /** @description Its name. */
            name: string;
        };
        /** @description A job that runs plans of hosts. */
        PlanRunRef: {
            job_id: components["schemas"]["Uuid"];
            /** @description The hosts whose plans it runs. */
            host_ids: components["schemas"]["Uuid"][];
        };
        /** @description One thing that is wrong with a request. */
        ValidationIssue: {
            /** @description Where, such as `/body/target/host_ids/0`. */
            path: string;
            /** @description What is wrong, in words. */
            message: string;
        };
        /** @description A group, by id and name. */
        GroupRef: {
            id: components["schemas"]["Uuid"];
            /** @description Name of the group. */
            name: string;
        };
        /** @description Fully qualified name of a host. */
        Fqdn: string;
        /** @description IPv4 or IPv6 address in its usual spelling. Link-local and metadata addresses are refused. */
        IpAddress: string;
        /** @description A user, by id and the name at that time. */
        UserRef: {
            /** @description Id of the user; null when the account was deleted, or it was the manager itself. */
            id: components["schemas"]["NullableUuid"];
            /** @description User name. */
            username: string;
        };
        /**
         * @description Name of an IANA time zone.
         * @example Europe/Berlin
         */
        TimeZone: string;
        /**
         * @description `skipped`: the time falls into an hour skipped by daylight saving, so it starts that much later; `repeated`: the hour occurs twice, and it starts in the first; null on other days.
         * @enum {string|null}
         */
        ClockChange: "skipped" | "repeated" | null;
        /**
         * @description Whether a secret is set; never the secret.
         * @enum {string|null}
         */
        MaskedSecret: "********" | null;
        /**
         * @description An address, or a network in CIDR notation with no bits set after the prefix. IPv6-mapped IPv4 is IPv4.
         * @example 10.0.0.0/8
         */
        IpNetwork: string;
        /**
         * @description What was done, in the past tense. The list grows with the features; ignore what you do not know. `audit.row_damaged` is never written: it marks a row that was tampered with beyond parsing, and `after.text` is what the database has.
         * @enum {string}
         */
        AuditAction: "allow_list.cleared" | "api_token.created" | "api_token.deleted" | "api_token.rotated" | "approval.approved" | "approval.denied" | "approval.expired" | "approval.overridden" | "approval.requested" | "approval.withdrawn" | "approval_rule.change_proposed" | "approval_rule.change_rejected" | "approval_rule.change_withdrawn" | "approval_rule.created" | "approval_rule.deleted" | "approval_rule.updated" | "audit.archived" | "audit.exported" | "audit.restored" | "audit.row_damaged" | "audit.verified" | "ca.authority_request_dropped" | "ca.authority_requested" | "ca.created" | "ca.crl_signed" | "ca.rotation_begun" | "ca.rotation_finished" | "ca.rotation_finishing" | "ca.rotation_going_back" | "ca.rotation_gone_back" | "ca.rotation_paused" | "ca.rotation_resumed" | "certificate.issued" | "certificate.revoked" | "certificate.superseded" | "configuration.imported" | "enrollment.approved" | "enrollment.completed" | "enrollment.denied" | "enrollment.expired" | "enrollment.renewed" | "enrollment.requested" | "enrollment_token.created" | "enrollment_token.deleted" | "exposure_data_set.imported" | "exposure_exception.created" | "exposure_exception.deleted" | "freeze.created" | "freeze.deleted" | "freeze.overridden" | "freeze.updated" | "group.created" | "group.deleted" | "group.hosts_added" | "group.hosts_removed" | "group.updated" | "health_check.created" | "health_check.deleted" | "health_check.overridden" | "health_check.tested" | "health_check.updated" | "host.created" | "host.deleted" | "host.duplicate_flagged" | "host.group_change_confirmed" | "host.group_change_ended" | "host.group_change_rejected" | "host.group_change_waits" | "host.moved" | "host.moves_limited" | "host.refreshed" | "host.rekeyed" | "host.updated" | "job.accepted" | "job.cancel_requested" | "job.cancel_started" | "job.cancelled" | "job.completed" | "job.created" | "job.end_requested" | "job.failed" | "job.held" | "job.partly_completed" | "job.paused" | "job.queued" | "job.resumed" | "job.retried" | "job.scheduled" | "job.started" | "login.failed" | "login.locked" | "login.rate_limited" | "login.succeeded" | "mfa.passkey_added" | "mfa.passkey_removed" | "mfa.passkey_renamed" | "mfa.recovery_code_used" | "mfa.recovery_codes_made" | "mfa.reset" | "mfa.totp_disabled" | "mfa.totp_enabled" | "notification.sent_again" | "notification_rule.created" | "notification_rule.deleted" | "notification_rule.updated" | "plugin.left_ungated" | "policy.created" | "policy.deleted" | "policy.next_run_kept" | "policy.next_run_skipped" | "policy.paused" | "policy.resumed" | "policy.run_requested" | "policy.updated" | "report.downloaded" | "report.mailed" | "report_schedule.created" | "report_schedule.deleted" | "report_schedule.run_requested" | "report_schedule.updated" | "role.created" | "role.deleted" | "role.updated" | "service_account.created" | "service_account.deleted" | "service_account.updated" | "session.closed" | "session.reauthenticated" | "session.revoked" | "settings.tested" | "settings.updated" | "sso.linked" | "sso.role_kept" | "sso.unlinked" | "user.created" | "user.deleted" | "user.disabled" | "user.enabled" | "user.password_changed" | "user.password_reset" | "user.role_changed" | "user.scope_changed" | "user.sso_only_set" | "user.unlocked" | "user.updated" | "web_tls.confirmed" | "webhook.created" | "webhook.deleted" | "webhook.tested" | "webhook.updated" | "window.created" | "window.deleted" | "window.overridden" | "window.updated";
        /** @description What the act concerned, with its name at that time. */
        AuditResource: {
            /**
             * @description What kind of thing it is.
             * @enum {string}
             */
            kind: "api_token" | "approval" | "approval_rule" | "audit" | "ca" | "certificate" | "configuration" | "enrollment" | "enrollment_token" | "exposure_data_set" | "exposure_exception" | "freeze" | "group" | "health_check" | "host" | "job" | "login" | "notification_delivery" | "notification_rule" | "plugin" | "policy" | "report" | "report_schedule" | "role" | "service_account" | "session" | "settings" | "user" | "webhook" | "window";
            /** @description Id of the thing; null when it has none, such as an unknown user. */
            id: string | null;
            /** @description Name of the thing at that time; null when it has none. */
            name: string | null;
        };
        /**
         * @description All codes of the manager; `components.x-error-codes` gives status and meaning of each.
         * @enum {string}
         */
        ErrorCode: "VALIDATION_FAILED" | "MALFORMED_JSON" | "UNAUTHENTICATED" | "FORBIDDEN" | "NOT_FOUND" | "PLUGIN_DISABLED" | "FIELD_DISABLED" | "METHOD_NOT_ALLOWED" | "PRECONDITION_FAILED" | "NAME_TAKEN" | "PAYLOAD_TOO_LARGE" | "HEADERS_TOO_LARGE" | "TOKEN_NOT_REPEATED" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "SERVICE_UNAVAILABLE" | "IDEMPOTENCY_MISMATCH" | "REAUTHENTICATION_REQUIRED" | "URL_REFUSED" | "CSR_INVALID" | "CERTIFICATE_NOT_FOUND" | "CERTIFICATE_NOT_ACTIVE" | "CERTIFICATE_EXISTS" | "AUTHORITY_REFUSED" | "AUTHORITY_REQUEST_NOT_FOUND" | "ROTATION_UNDER_WAY" | "ROTATION_NOT_POSSIBLE" | "ROTATION_HOSTS_LEFT" | "CHANGE_NUMBER_UNKNOWN" | "HOST_NOT_FOUND" | "HOST_EXISTS" | "HOST_BUSY" | "HOST_UNREACHABLE" | "HOST_ADDRESS_REFUSED" | "DUPLICATE_IDENTITY" | "GROUP_NOT_FOUND" | "GROUP_CHANGE_NOT_FOUND" | "GROUP_IN_USE" | "GROUP_LIMIT_REACHED" | "GROUP_RULE_BASED" | "ROLE_NOT_FOUND" | "ROLE_EXISTS" | "ROLE_FIXED" | "ROLE_IN_USE" | "ROLE_LIMIT_REACHED" | "INVALID_CREDENTIALS" | "MFA_REQUIRED" | "REFRESH_TOKEN_INVALID" | "ACCOUNT_DISABLED" | "PASSWORD_CHANGE_REQUIRED" | "ACCOUNT_LOCKED" | "PASSWORD_TOO_WEAK" | "WOULD_LOCK_OUT" | "USER_NOT_FOUND" | "USER_EXISTS" | "JOB_NOT_FOUND" | "JOB_HOST_NOT_FOUND" | "JOB_NOT_CANCELLABLE" | "JOB_NOT_PAUSED" | "JOB_NOT_ROLLBACKABLE" | "JOB_NOT_RETRYABLE" | "JOB_NOT_ACCEPTABLE" | "PLAN_NOT_APPROVABLE" | "PLAN_ALREADY_RUN" | "PLAN_TOO_LARGE" | "TARGET_EMPTY" | "JOB_OUT_OF_SCOPE" | "APPROVAL_NOT_FOUND" | "APPROVAL_NOT_WAITING" | "APPROVAL_CHANGED" | "APPROVAL_EXISTS" | "APPROVAL_REQUIRED" | "APPROVER_NOT_ALLOWED" | "APPROVAL_RULE_NOT_FOUND" | "APPROVAL_RULE_LIMIT_REACHED" | "RULE_CHANGE_PENDING" | "RULE_CHANGE_NOT_FOUND" | "NO_SECOND_PERSON" | "CONFIGURATION_CHANGED" | "ENROLLMENT_NOT_FOUND" | "ENROLLMENT_NOT_PENDING" | "ENROLLMENT_TOKEN_INVALID" | "ENROLLMENT_TOKEN_NOT_FOUND" | "AGENT_PACKAGE_NOT_FOUND" | "MACHINE_ID_IN_USE" | "SIGNATURE_INVALID" | "RENEWAL_REFUSED" | "CVE_NOT_FOUND" | "EXCEPTION_NOT_FOUND" | "EXCEPTION_LIMIT_REACHED" | "DATA_SET_NOT_FOUND" | "DATA_SET_INVALID" | "DATA_SET_OLDER" | "DATA_SET_FETCH_OFF" | "DATA_SET_BUSY" | "HEALTH_CHECK_NOT_FOUND" | "HEALTH_CHECK_OVERRIDE_EXISTS" | "HEALTH_CHECK_LIMIT_REACHED" | "TARGET_HOST_INVALID" | "ADDRESS_NOT_ALLOWED" | "TICKET_INVALID" | "WINDOW_NOT_FOUND" | "WINDOW_INVALID" | "WINDOW_LIMIT_REACHED" | "FREEZE_NOT_FOUND" | "OVERRIDE_EXISTS" | "MFA_SETUP_REQUIRED" | "MFA_FACTOR_REQUIRED" | "MFA_NOT_ENABLED" | "MFA_SETUP_EXPIRED" | "MFA_CODE_INVALID" | "WEBAUTHN_CHALLENGE_INVALID" | "WEBAUTHN_RESPONSE_INVALID" | "WEBAUTHN_CREDENTIAL_NOT_FOUND" | "WEBAUTHN_LIMIT_REACHED" | "WEBAUTHN_UNAVAILABLE" | "WEBHOOK_NOT_FOUND" | "WEBHOOK_IN_USE" | "WEBHOOK_URL_INVALID" | "WEBHOOK_SECRET_INVALID" | "NOTIFICATION_RULE_NOT_FOUND" | "NOTIFICATION_RULE_INVALID" | "DELIVERY_NOT_FOUND" | "DELIVERY_NOT_DEAD" | "NOTIFICATION_LIMIT_REACHED" | "POLICY_NOT_FOUND" | "POLICY_INVALID" | "POLICY_LIMIT_REACHED" | "POLICY_OUT_OF_SCOPE" | "POLICY_RUN_ACTIVE" | "POLICY_RUN_ENDED" | "POLICY_START_PASSED" | "REPORTS_BUSY" | "REPORT_NOT_MADE" | "REPORT_TOO_LARGE" | "REPORT_SCHEDULE_NOT_FOUND" | "REPORT_SCHEDULE_INVALID" | "REPORT_SCHEDULE_LIMIT_REACHED" | "REPORT_RUN_ACTIVE" | "SSO_CODE_INVALID" | "SSO_LINK_TAKEN" | "SSO_DISABLED" | "SSO_STATE_INVALID" | "SSO_REFUSED" | "SSO_PROVIDER_UNREACHABLE" | "SSO_LINK_NEEDED" | "API_TOKEN_REQUIRED" | "SERVICE_ACCOUNT_NOT_FOUND" | "SERVICE_ACCOUNT_EXPIRED" | "SERVICE_ACCOUNT_LIMIT_REACHED" | "SESSION_NOT_FOUND" | "API_TOKEN_NOT_FOUND" | "API_TOKEN_LIMIT_REACHED" | "SSO_NOT_LINKED" | "CERTIFICATE_UNUSABLE" | "NOTHING_TO_CONFIRM" | "TLS_NOT_CONFIRMED";
        /**
         * @description `unknown` until the first poll; `degraded` when the agent reports problems.
         * @enum {string}
         */
        HealthStatus: "healthy" | "degraded" | "unreachable" | "unknown";
        /**
         * @description `none` when the host has no enabled health check.
         * @enum {string}
         */
        HealthCheckStatus: "passing" | "failing" | "unknown" | "none";
        /**
         * @description The most severe published rating among a host's pending security patches; `unrated` where its distribution publishes none.
         * @enum {string}
         */
        SecuritySeverity: "critical" | "important" | "moderate" | "low" | "unrated";
        /**
         * @description Age of a host's oldest pending security patch. `not_recorded`: pending since before this manager recorded it.
         * @enum {string}
         */
        SecurityAge: "under_7_days" | "under_30_days" | "under_90_days" | "over_90_days" | "not_recorded";
        /**
         * @description Order of the list; a leading `-` is descending.
         * @default fqdn
         * @enum {string}
         */
        HostSort: "fqdn" | "-fqdn" | "display_name" | "-display_name" | "ip_address" | "-ip_address" | "health_status" | "-health_status" | "patches_total" | "-patches_total" | "patches_security" | "-patches_security" | "reboot_required" | "-reboot_required" | "last_seen_at" | "-last_seen_at" | "os_name" | "-os_name" | "agent_version" | "-agent_version" | "created_at" | "-created_at";
        /** @description A problem that the agent or the manager reports. */
        HostProblem: {
            /** @description An open list, such as `SOURCE_FAILED` (a source of packages, one entry for each), `LISTS_STALE`, `PACKAGES_BROKEN`, `DISK_LOW`; `MORE` when the agent named more than are kept. Of the manager: `PATCHES_UNANSWERED` (counts are unknown) and `SYSTEM_UNANSWERED`, when the agent answers, but not this question. */
            code: string;
            /** @description The problem in words; truncated when it was longer. */
            message: string;
        };
        /**
         * @description A managed host. What was never read is null or `unknown`, never 0.
         * @example {
         *       "id": "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21",
         *       "machine_id": "4c4c4544004b5a10804ac4c04f4d3732",
         *       "fqdn": "web1.example.org",
         *       "display_name": "Web 1",
         *       "ip_address": "10.0.4.21",
         *       "port": 9443,
         *       "moved_at": null,
         *       "moved_from": null,
         *       "os_family": "debian",
         *       "os_name": "Debian GNU/Linux 12 (bookworm)",
         *       "os_version": "12",
         *       "arch": "amd64",
         *       "kernel": "6.1.0-28-amd64",
         *       "agent_version": "1.0.0",
         *       "health_status": "healthy",
         *       "status_reason": null,
         *       "health_check_status": "none",
         *       "duplicate_identity": false,
         *       "patches_total": 12,
         *       "patches_security": 3,
         *       "patches_severity": null,
         *       "security_since": "2026-01-12T03:10:00.000Z",
         *       "reboot_required": false,
         *       "reboot_reasons": [],
         *       "problems": [],
         *       "tags": [
         *         "env=prod"
         *       ],
         *       "groups": [],
         *       "maintenance_mode": false,
         *       "last_seen_at": "2026-01-15T08:30:00.000Z",
         *       "last_polled_at": "2026-01-15T08:30:00.000Z",
         *       "patches_polled_at": "2026-01-15T08:15:00.000Z",
         *       "patches_refreshed_at": "2026-01-15T06:00:00.000Z",
         *       "certificate_expires_at": "2026-04-15T08:30:00.000Z",
         *       "next_window_start_at": "2026-01-18T01:00:00.000Z",
         *       "next_window_end_at": "2026-01-18T03:00:00.000Z",
         *       "edit_version": 1,
         *       "created_at": "2026-01-15T08:00:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        Host: {
            id: components["schemas"]["Uuid"];
            /** @description Unique among live hosts; null for a host that did not enroll and was never polled. */
            machine_id: string | null;
            /** @description FQDN of the host, as enrolled or entered. */
            fqdn: string;
            /** @description Name given by people; null when it has none. */
            display_name: string | null;
            /** @description IPv4 or IPv6 address that the manager dials. */
            ip_address: string;
            /**
             * Format: int32
             * @description Port of the agent.
             */
            port: number;
            /** @description When `ip_address` last changed because the agent proved to be there; null when it never did. */
            moved_at: components["schemas"]["NullableTimestamp"];
            /** @description The address before; null when it never moved. */
            moved_from: string | null;
            /** @description Such as `debian`. */
            os_family: string | null;
            /** @description Name of the system, such as `Debian GNU/Linux 12 (bookworm)`; null until read. */
            os_name: string | null;
            /** @description Release, such as `12`; null until read. */
            os_version: string | null;
            /** @description Architecture, such as `x86_64`; null until read. */
            arch: string | null;
            /** @description Release of the running kernel; null until read. */
            kernel: string | null;
            /** @description Version of the agent; null until read. */
            agent_version: string | null;
            health_status: components["schemas"]["HealthStatus"];
            /** @description Why the host is not healthy, such as `CONNECTION_REFUSED`, `TIMEOUT`, `CERTIFICATE_INVALID`, `CLOCK_SKEW` (its clock is wrong, so its agent refuses the manager's certificate), `DUPLICATE_IDENTITY`, `AGENT_PROBLEMS`; null when it is, or was never polled. */
            status_reason: string | null;
            health_check_status: components["schemas"]["HealthCheckStatus"];
            /** @description True when its certificate was seen at a second address; its jobs are refused. */
            duplicate_identity: boolean;
            /**
             * Format: int32
             * @description Number of pending patches; null until read.
             */
            patches_total: number | null;
            /**
             * Format: int32
             * @description Number of pending security patches. Null while unknown: before they were read, while the host cannot read them, and when none is known to be a security patch but some may be.
             */
            patches_security: number | null;
            /** @description The highest severity of a pending security patch; null when none is published, and before they were read. */
            patches_severity: components["schemas"]["Severity"] | null;
            /** @description When this manager first saw the oldest pending security patch; null without one, and for one that was pending before this was recorded. */
            security_since: components["schemas"]["NullableTimestamp"];
            /** @description Whether the host needs a reboot; null until read. */
            reboot_required: boolean | null;
            /** @description What requires the reboot, most often package names. */
            reboot_reasons: string[];
            /** @description Problems that the agent last reported, what the manager had to cut (`EXPOSURE_CUT`, `PACKAGE_CHANGES_CUT`), or what prevents it from asking (`CLOCK_SKEW`); empty when there are none, or it never answered. */
            problems: components["schemas"]["HostProblem"][];
            /** @description Labels given by people. */
            tags: components["schemas"]["Tag"][];
            annotations?: components["schemas"]["HostAnnotations"];
            /** @description Groups that the host is in, of those that the caller may see. */
            groups: components["schemas"]["GroupRef"][];
            /** @description True keeps jobs away from the host. */
            maintenance_mode: boolean;
            /** @description Last answer of the agent. */
            last_seen_at: components["schemas"]["NullableTimestamp"];
            /** @description Last poll, successful or not. */
            last_polled_at: components["schemas"]["NullableTimestamp"];
            /** @description Last poll of the patch list that succeeded. */
            patches_polled_at: components["schemas"]["NullableTimestamp"];
            /** @description When the host last refreshed its package lists. */
            patches_refreshed_at: components["schemas"]["NullableTimestamp"];
            /** @description When its certificate expires; null without one. */
            certificate_expires_at: components["schemas"]["NullableTimestamp"];
            /** @description Start of the open or the next maintenance window: those of the host and of its groups, overlapping ones merged, freezes ignored. Null when it has no window (work may start at any time), and when none opens again; `listHostWindows` shows which. */
            next_window_start_at: components["schemas"]["NullableTimestamp"];
            /** @description End of that window; null when `next_window_start_at` is. */
            next_window_end_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: int32
             * @description Raised by every edit; the `ETag`.
             */
            edit_version: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description As the distribution publishes it; some publish none.
         * @enum {string}
         */
        Severity: "low" | "moderate" | "important" | "critical";
        /** @description A value that hosts have. */
        HostValue: {
            /** @description The value. */
            value: string;
            /**
             * Format: int32
             * @description Number of hosts that have it.
             */
            hosts: number;
        };
        /**
         * @description Values that hosts have, for filters.
         * @example {
         *       "tags": [
         *         {
         *           "value": "env=prod",
         *           "hosts": 12
         *         }
         *       ],
         *       "os_names": [
         *         {
         *           "value": "Debian GNU/Linux 12 (bookworm)",
         *           "hosts": 14
         *         }
         *       ],
         *       "agent_versions": [
         *         {
         *           "value": "1.0.0",
         *           "hosts": 14
         *         }
         *       ]
         *     }
         */
        HostValues: {
            /** @description Tags in use. */
            tags: components["schemas"]["HostValue"][];
            /** @description Systems in use. */
            os_names: components["schemas"]["HostValue"][];
            /** @description Agent versions in use. */
            agent_versions: components["schemas"]["HostValue"][];
        };
        /** @description One page of hosts. */
        HostList: {
            /** @description The hosts on this page. */
            hosts: components["schemas"]["Host"][];
            /**
             * Format: int32
             * @description All hosts that match.
             */
            total: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
            /**
             * Format: int64
             * @description On the first page of `listHosts`, what to ask for as `changed_since` next time.
             */
            next_change?: number;
            /** @description With `changed_since`, the hosts that were deleted since. */
            deleted?: components["schemas"]["DeletedHost"][];
        };
        /** @description A host that is gone. */
        DeletedHost: {
            id: components["schemas"]["Uuid"];
            /** @description Its name at the end. */
            fqdn: string;
            /** @description When it was deleted. */
            deleted_at: components["schemas"]["NullableTimestamp"];
        };
        /**
         * @description What people and tools note of a host, by keys of their own, such as the owner or an id in another system. Nothing is decided by them: groups, gates and targets go by tags. A host has at most 32.
         * @example {
         *       "owner": "team-db",
         *       "cmdb/id": "4711"
         *     }
         */
        HostAnnotations: {
            [key: string]: string;
        };
        /**
         * @description A host to add by hand.
         * @example {
         *       "fqdn": "db1.example.org",
         *       "ip_address": "10.0.4.30",
         *       "port": 9443,
         *       "display_name": "Database 1",
         *       "tags": [
         *         "env=prod"
         *       ]
         *     }
         */
        CreateHostRequest: {
            fqdn: components["schemas"]["Fqdn"];
            ip_address: components["schemas"]["IpAddress"];
            /**
             * Format: int32
             * @description Port of the agent.
             * @default 9443
             */
            port?: number;
            /** @description Name shown to people; null for none. */
            display_name?: string | null;
            /** @description Labels, each once. */
            tags?: components["schemas"]["Tag"][];
        };
        /**
         * @description Absent fields keep their value.
         * @example {
         *       "display_name": "Database 1",
         *       "maintenance_mode": true
         *     }
         */
        UpdateHostRequest: {
            /** @description Name shown to people; null for none. */
            display_name?: string | null;
            ip_address?: components["schemas"]["IpAddress"];
            /**
             * Format: int32
             * @description Port of the agent.
             */
            port?: number;
            /** @description Replaces all tags. */
            tags?: components["schemas"]["Tag"][];
            /** @description Those that are given are set, null takes one away, and the others stay. As `HostAnnotations`. */
            annotations?: {
                [key: string]: string | null;
            };
            /** @description True keeps jobs away from the host. */
            maintenance_mode?: boolean;
        };
        /** @description A security advisory of the distribution. */
        Advisory: {
            /** @description Its id, such as `DSA-5764-1`. */
            id: string;
            /** @description CVEs that it fixes. */
            cves: string[];
        };
        /** @description One package for which the host's package manager offers a newer version, as the agent read it. */
        Patch: {
            /** @description Name of the package. */
            name: string;
            /** @description Architecture of the package. */
            arch: string;
            /** @description The installed version. */
            current_version: string;
            /** @description The version that the host is offered. */
            available_version: string;
            /** @description True when any version above the installed one comes from a security origin; null when unknown, because its source publishes no advisories and has no separate security archive. */
            security: boolean | null;
            /** @description The lower version that mode `security` installs, when `available_version` is not itself a security one. */
            security_version: string | null;
            /** @description Highest severity of its advisories, `low`, `moderate`, `important` or `critical`; null where none is published. */
            severity: string | null;
            /** @description Advisories that the newer versions fix; empty where the source names none. */
            advisories: components["schemas"]["Advisory"][];
            /** @description Who publishes it, as the repository labels itself; null when it does not. */
            origin: string | null;
            /**
             * Format: int64
             * @description Bytes to download; null when unknown.
             */
            download_size_bytes: number | null;
            /** @description Whether the package is held at its version. */
            held: boolean;
            /** @description Held back by the distribution's gradual roll-out. */
            phased: boolean;
            /** @description Why a patch job skips it: `HELD`, `PHASED`, `NEEDS_NEW`, `NEEDS_REMOVAL`, `DEPENDENCY`, `SOURCE_FAILED` or `PINNED` (a security update that the host's own preferences suppress); null when it does not. */
            kept_back_reason: string | null;
            /** @description What the reason alone does not say: for `PINNED` the priorities, and the file of the host that sets them; absent where there is no more to say. */
            kept_back_message?: string;
            /** @description When this manager first saw a security patch of the package pending; absent for other patches, and where it was pending before this was recorded. */
            security_since?: components["schemas"]["Timestamp"];
            /** @description The source package; absent when the agent does not report it (older agents, and rpm). */
            source?: components["schemas"]["PatchSource"];
        };
        /** @description The source package of a patch. */
        PatchSource: {
            /** @description Name of the source package. */
            name: string;
            /** @description The installed version. */
            current_version: string;
            /** @description The version that the host is offered. */
            available_version: string;
        };
        /**
         * @description Pending patches of a host.
         * @example {
         *       "host_id": "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21",
         *       "patches": [
         *         {
         *           "name": "openssl",
         *           "arch": "amd64",
         *           "current_version": "3.0.14-1~deb12u1",
         *           "available_version": "3.0.15-1~deb12u1",
         *           "security": true,
         *           "security_version": null,
         *           "severity": null,
         *           "advisories": [],
         *           "origin": "Debian-Security",
         *           "download_size_bytes": 1434988,
         *           "held": false,
         *           "phased": false,
         *           "kept_back_reason": null
         *         }
         *       ],
         *       "total": 1,
         *       "next_cursor": null,
         *       "security_total": 1,
         *       "refreshed_at": "2026-01-15T06:00:00.000Z",
         *       "polled_at": "2026-01-15T08:15:00.000Z",
         *       "reboot_required": false,
         *       "reboot_reasons": [],
         *       "package_manager": "apt"
         *     }
         */
        HostPatches: {
            host_id: components["schemas"]["Uuid"];
            /** @description The patches, by name. */
            patches: components["schemas"]["Patch"][];
            /**
             * Format: int32
             * @description Number of pending patches; null until the host's package lists were refreshed.
             */
            total: number | null;
            /** @description Cursor of the next page; null on the last page. */
            next_cursor: string | null;
            /**
             * Format: int32
             * @description As `patches_security` of the host.
             */
            security_total: number | null;
            /** @description When the host last refreshed its package lists. */
            refreshed_at: components["schemas"]["NullableTimestamp"];
            /** @description Last poll of the patch list that succeeded. */
            polled_at: components["schemas"]["NullableTimestamp"];
            /** @description Whether the host needs a reboot; null until read. */
            reboot_required: boolean | null;
            /** @description What requires the reboot, most often package names. */
            reboot_reasons: string[];
            /** @description Such as `apt`, `dnf` or `zypper`; null until read. */
            package_manager: string | null;
        };
        /** @description The filters of the host list, combined with "and". */
        HostFilter: {
            /** @description Part of the FQDN, the display name, the address or the machine id, ignoring case. */
            search?: string;
            health_status?: components["schemas"]["HealthStatus"];
            /** @description Hosts of this family, such as `debian`. */
            os_family?: string;
            /** @description Hosts of this system, by its whole name. */
            os_name?: string;
            /** @description Hosts whose agent has this version. */
            agent_version?: string;
            group_id?: components["schemas"]["Uuid"];
            tag?: components["schemas"]["Tag"];
            /** @description Hosts that have all of these tags. */
            tags_all?: components["schemas"]["Tag"][];
            /** @description Hosts that have none of these tags. */
            tags_none?: components["schemas"]["Tag"][];
            /** @description Hosts with (true) or known to be without (false) pending security patches. */
            has_security?: boolean;
            /** @description Hosts of which it is unknown (true) or known (false) whether security patches are pending. */
            security_unknown?: boolean;
            min_severity?: components["schemas"]["Severity"];
            severity?: components["schemas"]["SecuritySeverity"];
            security_age?: components["schemas"]["SecurityAge"];
            /** @description Hosts with a problem of this code. */
            problem?: string;
            /** @description Hosts that need (true) or do not need (false) a reboot. */
            reboot_required?: boolean;
            /** @description Hosts with (true) or without (false) reported problems. */
            has_problems?: boolean;
            /** @description Hosts that are (true) or are not (false) in maintenance mode. */
            maintenance_mode?: boolean;
        };
        /**
         * @description Free key and value pairs that the agent reads from its system, such as `os_family`, `name`, `os`, `os_version`, `arch`, `kernel`. On approval `os_family` and `arch` are copied to the host; its `os_name` is `name`, or `os` and `os_version` when that is absent.
         * @example {
         *       "os_family": "debian",
         *       "name": "Debian GNU/Linux 12 (bookworm)",
         *       "os": "Debian",
         *       "os_version": "12",
         *       "arch": "amd64"
         *     }
         */
        OsDetails: {
            [key: string]: string;
        };
        /** @description Comparison is case-sensitive except for `fqdn`. `tag` matches if any tag of the host does, `not_equals` if none is this one. A field that was never read matches no condition. */
        GroupCondition: {
            /**
             * @description Field of the host that is compared.
             * @enum {string}
             */
            field: "tag" | "fqdn" | "os_family" | "os_name" | "os_version" | "arch";
            /**
             * @description How it is compared.
             * @enum {string}
             */
            operator: "equals" | "not_equals" | "starts_with" | "contains";
            /** @description What it is compared with. */
            value: string;
        };
        /** @description A rule that decides which hosts are in the group. */
        GroupRule: {
            /**
             * @description Whether all conditions must match, or any one.
             * @enum {string}
             */
            match: "all" | "any";
            /** @description The conditions. */
            conditions: components["schemas"]["GroupCondition"][];
        };
        /**
         * @description A group of hosts, listed by hand or by rule.
         * @example {
         *       "id": "01939f74-a3b4-75c6-97e8-f90112233445",
         *       "name": "Production web",
         *       "description": null,
         *       "rule": {
         *         "match": "all",
         *         "conditions": [
         *           {
         *             "field": "tag",
         *             "operator": "equals",
         *             "value": "env=prod"
         *           }
         *         ]
         *       },
         *       "hosts_total": 12,
         *       "edit_version": 1,
         *       "created_at": "2026-01-15T08:00:00.000Z",
         *       "updated_at": "2026-01-15T08:00:00.000Z"
         *     }
         */
        Group: {
            id: components["schemas"]["Uuid"];
            /** @description Name of the group, unique ignoring case. */
            name: string;
            /** @description Free text; null for none. */
            description: string | null;
            /** @description Null when the hosts are listed by hand. */
            rule: components["schemas"]["GroupRule"] | null;
            /**
             * Format: int32
             * @description Number of its hosts that the caller may see.
             */
            hosts_total: number;
            /**
             * Format: int32
             * @description Raised by every edit; the `ETag`.
             */
            edit_version: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description One page of groups. */
        GroupList: {
            /** @description The groups on this page. */
            groups: components["schemas"]["Group"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description `rejected`: an administrator decided to keep the host where it was.
         * @enum {string}
         */
        GroupChangeState: "waiting" | "rejected";
        /** @description What a host reports about its system; null when never read. */
        HostSystem: {
            /** @description Family of the system, such as `debian`; null until read. */
            os_family: string | null;
            /** @description Name of the system, such as `Debian GNU/Linux 12 (bookworm)`; null until read. */
            os_name: string | null;
            /** @description Release, such as `12`; null until read. */
            os_version: string | null;
            /** @description Architecture, such as `x86_64`; null until read. */
            arch: string | null;
        };
        /**
         * @description A host that would enter or leave a group because of what it reports about itself.
         * @example {
         *       "id": "01939f74-a3b4-75c6-97e8-f90112233446",
         *       "group": {
         *         "id": "01939f74-a3b4-75c6-97e8-f90112233445",
         *         "name": "Debian 12"
         *       },
         *       "host": {
         *         "id": "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21",
         *         "fqdn": "web1.example.org",
         *         "display_name": null
         *       },
         *       "direction": "leaving",
         *       "state": "waiting",
         *       "before": {
         *         "os_family": "debian",
         *         "os_name": "Debian GNU/Linux 12 (bookworm)",
         *         "os_version": "12",
         *         "arch": "x86_64"
         *       },
         *       "after": {
         *         "os_family": "debian",
         *         "os_name": "Debian GNU/Linux 13 (trixie)",
         *         "os_version": "13",
         *         "arch": "x86_64"
         *       },
         *       "since": "2026-01-15T08:00:00.000Z"
         *     }
         */
        GroupChange: {
            id: components["schemas"]["Uuid"];
            group: components["schemas"]["GroupRef"];
            /** @description The host. */
            host: {
                id: components["schemas"]["Uuid"];
                /** @description FQDN of the host. */
                fqdn: string;
                /** @description Display name of the host; null when it has none. */
                display_name: string | null;
            };
            /**
             * @description Whether the host would enter or leave the group.
             * @enum {string}
             */
            direction: "entering" | "leaving";
            state: components["schemas"]["GroupChangeState"];
            /** @description What the host reported before. */
            before: components["schemas"]["HostSystem"];
            /** @description What it reports now. */
            after: components["schemas"]["HostSystem"];
            /** @description When it first reported this. */
            since: components["schemas"]["Timestamp"];
        };
        /** @description One page of pending group changes. */
        GroupChangeList: {
            /** @description The changes on this page. */
            changes: components["schemas"]["GroupChange"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description A decision on several changes.
         * @example {
         *       "decision": "confirm",
         *       "ids": [
         *         "01939f74-a3b4-75c6-97e8-f90112233446"
         *       ]
         *     }
         */
        DecideGroupChangesRequest: {
            /**
             * @description `confirm`: groups follow what the hosts report; `reject`: hosts stay where they were.
             * @enum {string}
             */
            decision: "confirm" | "reject";
            /** @description Ids of the changes; all are decided, or none. */
            ids: components["schemas"]["Uuid"][];
        };
        /**
         * @description Either `rule` or `host_ids`, or neither for an empty list.
         * @example {
         *       "name": "Production web",
         *       "rule": {
         *         "match": "all",
         *         "conditions": [
         *           {
         *             "field": "tag",
         *             "operator": "equals",
         *             "value": "env=prod"
         *           }
         *         ]
         *       }
         *     }
         */
        CreateGroupRequest: {
            /** @description Name of the group, unique ignoring case. */
            name: string;
            /** @description Free text; null for none. */
            description?: string | null;
            rule?: components["schemas"]["GroupRule"];
            /** @description Hosts of a group listed by hand. */
            host_ids?: components["schemas"]["Uuid"][];
        };
        /**
         * @description A rule to preview.
         * @example {
         *       "rule": {
         *         "match": "any",
         *         "conditions": [
         *           {
         *             "field": "tag",
         *             "operator": "equals",
         *             "value": "env=prod"
         *           }
         *         ]
         *       }
         *     }
         */
        PreviewGroupRequest: {
            rule: components["schemas"]["GroupRule"];
        };
        /**
         * @description Absent fields keep their value.
         * @example {
         *       "name": "Production web servers"
         *     }
         */
        UpdateGroupRequest: {
            /** @description Name of the group, unique ignoring case. */
            name?: string;
            /** @description Free text; null for none. */
            description?: string | null;
            rule?: components["schemas"]["GroupRule"];
        };
        /**
         * @description Hosts to add.
         * @example {
         *       "host_ids": [
         *         "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21"
         *       ]
         *     }
         */
        AddGroupHostsRequest: {
            /** @description Ids of the hosts. */
            host_ids: components["schemas"]["Uuid"][];
        };
        /** @description Either `rule` or `hosts`. */
        ConfigurationGroup: {
            /** @description Name of the group, unique ignoring case. */
            name: string;
            /** @description Free text; null for none. */
            description: string | null;
            rule?: components["schemas"]["GroupRule"];
            /** @description Hosts of a group listed by hand. */
            hosts?: components["schemas"]["ConfigurationHost"][];
        };
        /** @description A host, found by `machine_id`, else by its FQDN. */
        ConfigurationHost: {
            /** @description FQDN of the host. */
            fqdn: string;
            /** @description Machine id of the host; null when it has none. */
            machine_id: string | null;
        };
        /**
         * @description Credentials.
         * @example {
         *       "username": "admin",
         *       "password": "correct horse battery staple"
         *     }
         */
        LoginRequest: {
            /** @description Name of the account. */
            username: string;
            /** @description Its password. */
            password: string;
            /** @description 6 digits, step of 30 seconds; each code works once. */
            totp_code?: string;
            recovery_code?: components["schemas"]["RecoveryCode"];
        };
        /** @description A recovery code, in place of `totp_code`; case, spaces and dashes are ignored. */
        RecoveryCode: string;
        /**
         * @description One proof of the caller's identity.
         * @example {
         *       "password": "seven quiet otters row north"
         *     }
         */
        ReauthenticateRequest: {
            /** @description Accepted only while the account has no second factor. */
            password?: string;
            /** @description Current code of the authenticator app; each code works once. */
            totp_code?: string;
            recovery_code?: components["schemas"]["RecoveryCode"];
            /** @description The `challenge_key` of the call that started it. */
            challenge_key?: string;
            /** @description JSON text of the credential that the browser answered. */
            serialized_assertion?: string;
        };
        /** @description The tokens of the new session. */
        SessionTokens: {
            /** @description JWT, for `Authorization: Bearer`. */
            access_token: string;
            /** @description Opaque, 256 bits, used once. */
            refresh_token: string;
            /**
             * @description How to send the access token.
             * @constant
             */
            token_type: "Bearer";
            /**
             * Format: int32
             * @description Seconds until the access token expires (900).
             */
            expires_in: number;
            user: components["schemas"]["User"];
        };
        /**
         * @description The session to end.
         * @example {
         *       "refresh_token": "3q2-7wAAAAB1c2VkLW9uY2Utb25seS1leGFtcGxlLXRva2Vu"
         *     }
         */
        LogoutRequest: {
            /** @description The refresh token. */
            refresh_token: string;
        };
        /**
         * @description The refresh token to exchange.
         * @example {
         *       "refresh_token": "3q2-7wAAAAB1c2VkLW9uY2Utb25seS1leGFtcGxlLXRva2Vu"
         *     }
         */
        RefreshRequest: {
            /** @description The refresh token. */
            refresh_token: string;
        };
        /** @description The new pair of tokens. */
        RefreshResponse: {
            /** @description JWT for `Authorization: Bearer`. */
            access_token: string;
            /** @description The next refresh token; the one sent no longer works. */
            refresh_token: string;
            /**
             * @description How to send the access token.
             * @constant
             */
            token_type: "Bearer";
            /**
             * Format: int32
             * @description Seconds until the access token expires (900).
             */
            expires_in: number;
        };
        /** @description 12 to 128 characters, zxcvbn score of at least 3, not the user name. */
        NewPassword: string;
        /**
         * @description The old and the new password.
         * @example {
         *       "username": "admin",
         *       "current_password": "printed-at-first-start",
         *       "new_password": "seven quiet otters row north"
         *     }
         */
        ForceChangePasswordRequest: {
            /** @description Name of the account. */
            username: string;
            /** @description The present password. */
            current_password: string;
            new_password: components["schemas"]["NewPassword"];
        };
        /**
         * @description The old and the new password.
         * @example {
         *       "current_password": "seven quiet otters row north",
         *       "new_password": "eight loud otters row south"
         *     }
         */
        ChangePasswordRequest: {
            /** @description The present password. */
            current_password: string;
            new_password: components["schemas"]["NewPassword"];
        };
        /**
         * @description A user account.
         * @example {
         *       "id": "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21",
         *       "username": "admin",
         *       "display_name": null,
         *       "email": null,
         *       "role": "admin",
         *       "disabled": false,
         *       "mfa_enabled": false,
         *       "must_change_password": false,
         *       "has_password": true,
         *       "sso_linked": false,
         *       "scope_group_ids": null,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "last_login_at": null,
         *       "edit_version": 1
         *     }
         */
        User: {
            id: components["schemas"]["Uuid"];
            /** @description Name to sign in with, unique. */
            username: string;
            /** @description Name shown to people; null when it has none. */
            display_name: string | null;
            /** @description Mail address; null when it has none. */
            email: string | null;
            role: components["schemas"]["Role"];
            /** @description What the caller may do; only where the answer is about the caller (`getOwnUser`, `login`). */
            permissions?: components["schemas"]["PermissionName"][];
            /** @description A disabled user cannot sign in. */
            disabled: boolean;
            /** @description True when a second factor is asked for at login. */
            mfa_enabled: boolean;
            /** @description Whether the user must choose a new password before the next sign-in. */
            must_change_password: boolean;
            /** @description False when this user signs in only by other means, such as single sign-on. */
            has_password: boolean;
            /** @description Whether the user is linked to an account at the single sign-on provider. */
            sso_linked: boolean;
            scope_group_ids: components["schemas"]["ScopeGroupIds"];
            created_at: components["schemas"]["Timestamp"];
            /** @description When the user last signed in; null when he never did. */
            last_login_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: int32
             * @description Raised by every edit; the `ETag`.
             */
            edit_version: number;
        };
        /**
         * @description A permission of `x-permissions`, such as `jobs:run`.
         * @example jobs:run
         */
        PermissionName: string;
        /** @description Groups to whose hosts the user is limited; empty for none. Null for all hosts. */
        ScopeGroupIds: components["schemas"]["Uuid"][] | null;
        /**
         * @description The last jobs that ended, and what they did.
         * @example {
         *       "from": "2026-01-14T03:40:00.000Z",
         *       "to": "2026-01-15T03:40:00.000Z",
         *       "jobs_total": 1,
         *       "jobs": [
         *         {
         *           "id": "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21",
         *           "name": "Night",
         *           "operation": "patch",
         *           "state": "partial",
         *           "completed_at": "2026-01-15T03:40:00.000Z",
         *           "hosts_total": 3,
         *           "hosts_completed": 2
         *         }
         *       ],
         *       "hosts_changed": 2,
         *       "hosts_unchanged": 0,
         *       "hosts_failed": 1,
         *       "hosts_rolled_back": 0,
         *       "hosts_rebooted": 1
         *     }
         */
        JobSummary: {
            /** @description 24 hours before `to`; null when no job has ended yet. */
            from: components["schemas"]["NullableTimestamp"];
            /** @description When the last of them ended. */
            to: components["schemas"]["NullableTimestamp"];
            /**
             * Format: int32
             * @description Number of jobs in the summary.
             */
            jobs_total: number;
            /** @description The last jobs, newest first. */
            jobs: components["schemas"]["EndedJob"][];
            /**
             * Format: int32
             * @description Completed with changed packages.
             */
            hosts_changed: number;
            /**
             * Format: int32
             * @description Completed without a change of packages.
             */
            hosts_unchanged: number;
            /**
             * Format: int32
             * @description Hosts on which a job failed.
             */
            hosts_failed: number;
            /**
             * Format: int32
             * @description Hosts that were rolled back.
             */
            hosts_rolled_back: number;
            /**
             * Format: int32
             * @description Restarted by a job and up again.
             */
            hosts_rebooted: number;
        };
        /** @description A job that has ended. */
        EndedJob: {
            id: components["schemas"]["Uuid"];
            /** @description Name of the job; null when it has none. */
            name: string | null;
            operation: components["schemas"]["JobOperation"];
            state: components["schemas"]["JobState"];
            completed_at: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description Number of hosts.
             */
            hosts_total: number;
            /**
             * Format: int32
             * @description Hosts that completed.
             */
            hosts_completed: number;
        };
        /**
         * @description `refresh` refreshes the package lists of each host, and fails on a host where a source fails.
         * @enum {string}
         */
        JobOperation: "patch" | "install" | "update" | "remove" | "hold" | "unhold" | "refresh" | "reboot" | "rollback";
        /**
         * @description Which patches a job of operation `patch` applies: `selected` those in `packages`; `repair` none, but what the package manager of each host proposes to repair unmet dependencies.
         * @enum {string}
         */
        JobMode: "all" | "security" | "selected" | "repair";
        /**
         * @description `if_required` restarts only hosts that ask for it.
         * @enum {string}
         */
        RebootPolicy: "never" | "if_required" | "always";
        /**
         * @description `paused` when the failure budget is used up; `partial` when some hosts completed and some did not.
         * @enum {string}
         */
        JobState: "pending" | "scheduled" | "waiting_health_check" | "running" | "paused" | "completed" | "partial" | "failed" | "cancelling" | "cancelled";
        /**
         * @description `ended`: the job has ended. `paused`: it has ended, or a person has to decide. `planned`: the plans of a dry run are there; any other job is not waited for.
         * @default ended
         * @enum {string}
         */
        JobUntil: "ended" | "paused" | "planned";
        /** @description Something that holds a job, or hosts of it, now. */
        JobHolder: {
            /**
             * @description What holds it. `host`: the host is busy with another job, or is tried again after a failure. `tag`: a host with the same tag is busy or unhealthy. `schedule`: the time of the job has not come.
             * @enum {string}
             */
            kind: "window" | "freeze" | "check" | "tag" | "approval" | "host" | "schedule" | "other";
            /** @description Id of the window, freeze, check, approval or host. */
            id: components["schemas"]["NullableUuid"];
            /** @description Its name; null when it is not known, or several are meant. */
            name: string | null;
            /** @description The `reason` of the hosts that it holds. */
            reason: string | null;
            /** @description When it may end, at the earliest; null when nobody knows. */
            until: components["schemas"]["NullableTimestamp"];
            /**
             * Format: int32
             * @description How many hosts it holds.
             */
            hosts_total: number;
        };
        /**
         * @description `pending`, `waiting_window`, `waiting_health_check` and `retry_wait` have not started (again); `dispatching` to `verifying` are in progress; the others are final, but for `rolling_back`. docs/job-states.md lists all transitions.
         * @enum {string}
         */
        JobHostState: "pending" | "waiting_window" | "waiting_health_check" | "dispatching" | "running" | "retry_wait" | "rebooting" | "verifying" | "completed" | "failed" | "cancelled" | "skipped" | "rolling_back" | "rolled_back" | "rollback_failed" | "timedout";
        /**
         * @description Order of the list; a leading `-` is descending.
         * @default -created_at
         * @enum {string}
         */
        JobSort: "created_at" | "-created_at" | "started_at" | "-started_at" | "completed_at" | "-completed_at" | "name" | "-name" | "state" | "-state";
        /**
         * @description Order of the list; a leading `-` is descending.
         * @default fqdn
         * @enum {string}
         */
        JobHostSort: "fqdn" | "-fqdn" | "position" | "-position" | "state" | "-state" | "updated_at" | "-updated_at";
        /** @description A package, optionally in an exact version. */
        PackageSelection: {
            name: components["schemas"]["PackageName"];
            /** @description Exact version; absent for the newest that the host offers. */
            version?: string;
        };
        /**
         * @description Hosts of a job; the union of what is named.
         * @example {
         *       "host_ids": [
         *         "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21"
         *       ]
         *     }
         */
        JobTarget: {
            /** @description Hosts named one by one. */
            host_ids?: components["schemas"]["Uuid"][];
            /** @description All hosts of these groups. */
            group_ids?: components["schemas"]["Uuid"][];
            /** @description Hosts that have any of these tags. */
            tags?: components["schemas"]["Tag"][];
            filter?: components["schemas"]["HostFilter"];
        };
        /** @description Health checks around the work on a host. */
        HealthGate: {
            /** @description Checks must pass before the work starts. Absent means true, or what the plan has. */
            pre?: boolean;
            /** @description Checks must pass after the work, or the host counts as failed. Absent means false, or what the plan has. */
            post?: boolean;
            /**
             * Format: int32
             * @description Seconds that the checks must stay passing after the work. Absent means 0, or what the plan has.
             */
            soak_secs?: number;
            /**
             * Format: int32
             * @description How many seconds a host waits for its checks to pass before the work; then it is skipped (`HEALTH_GATE_TIMEOUT`). Absent means 3600, or what the plan has.
             */
            pre_timeout_secs?: number;
        };
        /** @description A share of the hosts, as `percent` or as `count`; exactly one of the two. */
        JobWave: {
            /**
             * Format: int32
             * @description Percentage of all hosts of the job, rounded up.
             */
            percent?: number;
            /**
             * Format: int32
             * @description Number of hosts.
             */
            count?: number;
            /**
             * Format: int32
             * @description Seconds between the end of this wave's last host and the start of the next wave. Of the last wave without effect.
             * @default 0
             */
            soak_secs?: number;
        };
        /** @description Present state of a wave. The numbers of its hosts add up to `hosts_total`. */
        JobWaveState: {
            /**
             * Format: int32
             * @description Number of the wave, from 1; the last may be the hosts left over.
             */
            number: number;
            state: components["schemas"]["JobWaveProgress"];
            /**
             * Format: int32
             * @description Seconds between the end of its last host and the next wave.
             */
            soak_secs: number;
            /**
             * Format: int32
             * @description Hosts of the wave.
             */
            hosts_total: number;
            /**
             * Format: int32
             * @description Hosts that completed.
             */
            completed: number;
            /**
             * Format: int32
             * @description Also those that were rolled back.
             */
            failed: number;
            /**
             * Format: int32
             * @description Skipped or cancelled.
             */
            left_out: number;
            /**
             * Format: int32
             * @description Hosts in progress.
             */
            active: number;
            /**
             * Format: int32
             * @description Hosts that have not started.
             */
            waiting: number;
            /**
             * Format: int32
             * @description Failures that count against the budget: since the job was last resumed, without `PLAN_CHANGED`.
             */
            failures: number;
            /**
             * Format: int32
             * @description Failures allowed; one more pauses the job.
             */
            failures_allowed: number;
            /** @description When its first host started; null before. */
            started_at: components["schemas"]["NullableTimestamp"];
            /** @description Null until all of its hosts have ended. */
            soak_ends_at: components["schemas"]["NullableTimestamp"];
            /** @description When the next wave was allowed to start; null before. */
            passed_at: components["schemas"]["NullableTimestamp"];
        };
        /**
         * @description `waiting`: a wave before it has not passed. `soaking`: its hosts have ended, and the next wave waits for its soak. `halted`: the job is paused in this wave. `ended`: the job ended and the wave has not passed.
         * @enum {string}
         */
        JobWaveProgress: "waiting" | "running" | "soaking" | "halted" | "passed" | "ended";
        /**
         * @description Either `operation` and `target`, or `from_plan_job_id` to run an approved plan with exactly its hashes; then what the plan fixes (operation, target, packages, exclude, mode, dry_run, purge, autoremove) must be absent. A dry run accepts every field: its values apply to its run unless that names others. `schedule_at` applies only to the job itself.
         * @example {
         *       "name": "January security patches",
         *       "operation": "patch",
         *       "mode": "security",
         *       "target": {
         *         "tags": [
         *           "env=prod"
         *         ]
         *       },
         *       "exclude": [
         *         "linux-image-amd64"
         *       ],
         *       "reboot": "if_required",
         *       "max_parallel": 10
         *     }
         * @example {
         *       "from_plan_job_id": "01939f6b-0c52-7d3a-8f4e-2a6b9c1d7e30"
         *     }
         * @example {
         *       "from_plan_job_id": "01939f6b-0c52-7d3a-8f4e-2a6b9c1d7e30",
         *       "host_ids": [
         *         "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21"
         *       ],
         *       "reboot": "never"
         *     }
         */
        CreateJobRequest: {
            /** @description Name of the job, for people. */
            name?: string;
            /** @description A job with `dry_run`, also one that has not ended. */
            from_plan_job_id?: components["schemas"]["Uuid"];
            /** @description With `from_plan_job_id`: only these hosts. Without it all whose plan has not run yet. */
            host_ids?: components["schemas"]["Uuid"][];
            /** @description `rollback` is started by `rollbackJob`, not here. */
            operation?: components["schemas"]["JobOperation"];
            target?: components["schemas"]["JobTarget"];
            /** @description Required for install, update, remove, hold, unhold, and for patch with mode `selected`. */
            packages?: components["schemas"]["PackageSelection"][];
            /** @description Which patches a job of operation `patch` applies; `selected` those in `packages`. `repair` applies none: it plans what the package manager of each host would install, upgrade or remove to repair broken dependencies (problem `DEPENDENCIES_BROKEN` of a host), and needs `dry_run`: it runs only as an approved plan. Absent means `all`. */
            mode?: components["schemas"]["JobMode"];
            /** @description Packages that a patch does not upgrade. */
            exclude?: components["schemas"]["PackageName"][];
            /** @description For remove, also remove configuration files. Absent means false. */
            purge?: boolean;
            /** @description For remove, also remove packages that only the removed ones needed. Absent means false. */
            autoremove?: boolean;
            /** @description Plan only, change nothing. Absent means false. */
            dry_run?: boolean;
            /** @description Not to start before this time. */
            schedule_at?: components["schemas"]["Timestamp"];
            /** @description Start only inside the maintenance windows of a host. Absent means true, or what the plan has. */
            respect_windows?: boolean;
            health_gate?: components["schemas"]["HealthGate"];
            /** @description Whether the manager reboots each host after the work. Absent means `never`, or what the plan has. */
            reboot?: components["schemas"]["RebootPolicy"];
            /** @description Waves of hosts, one after another, those with the tag `canary` first; remaining hosts form one more wave. The next wave starts when all hosts of the previous one have ended, at least one has completed, and its soak time is over; once one has completed, hosts that only wait for a window or a gate move to the next wave. The waves of hosts are fixed when the job is created. A run without waves keeps those of its plan. */
            waves?: components["schemas"]["JobWave"][];
            /**
             * Format: int32
             * @description Most hosts in progress at the same time. Absent means 50, or what the plan has.
             */
            max_parallel?: number;
            /**
             * Format: int32
             * @description The job pauses once more than this share of its hosts failed; absent, it never does. With `waves` it is a share of each wave, by default 0.
             */
            failure_budget_percent?: number;
            /** @description Roll back a host that fails, automatically. Absent means false, or what the plan has. */
            rollback_on_failure?: boolean;
            /** @description A package source that failed at its last refresh fails the host with `SOURCE_FAILED`, unchanged. Absent means false, or what the plan has: then only packages that no other source has are skipped. For patch, install, update and remove. */
            strict_sources?: boolean;
        };
        /**
         * @description Which hosts to retry.
         * @example {
         *       "host_ids": [
         *         "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21"
         *       ]
         *     }
         */
        RetryJobRequest: {
            /** @description Only these hosts; absent, all that did not complete. */
            host_ids?: components["schemas"]["Uuid"][];
        };
        /**
         * @description Failed hosts to accept as they are, with a reason.
         * @example {
         *       "host_ids": [
         *         "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21"
         *       ],
         *       "reason": "The two packages were put right by hand and stay at their new versions."
         *     }
         */
        AcceptJobHostsRequest: {
            /** @description The hosts to accept as they are. */
            host_ids: components["schemas"]["Uuid"][];
            /** @description Kept in the audit log. */
            reason: string;
        };
        /**
         * @description Which hosts to roll back.
         * @example {
         *       "host_ids": [
         *         "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21"
         *       ]
         *     }
         * @example {
         *       "scope": "wave"
         *     }
         */
        RollbackJobRequest: {
            /**
             * @description `wave`: hosts of the wave in which the job was paused; `all`: those of all waves. Required for a paused job.
             * @enum {string}
             */
            scope?: "wave" | "all";
            /** @description Only these hosts; absent for all that the job changed. */
            host_ids?: components["schemas"]["Uuid"][];
        };
        /** @description A job that was created from another one. */
        RelatedJob: {
            id: components["schemas"]["Uuid"];
            state: components["schemas"]["JobState"];
            /**
             * Format: int32
             * @description Number of hosts of that job.
             */
            hosts_total: number;
            created_by: components["schemas"]["UserRef"];
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description Number of hosts of the job by state. */
        JobCounts: {
            /**
             * Format: int32
             * @description Hosts in state `pending`.
             */
            pending: number;
            /**
             * Format: int32
             * @description Hosts in state `waiting_window`.
             */
            waiting_window: number;
            /**
             * Format: int32
             * @description Hosts in state `waiting_health_check`.
             */
            waiting_health_check: number;
            /**
             * Format: int32
             * @description Hosts in state `dispatching`.
             */
            dispatching: number;
            /**
             * Format: int32
             * @description Hosts in state `running`.
             */
            running: number;
            /**
             * Format: int32
             * @description Hosts in state `retry_wait`.
             */
            retry_wait: number;
            /**
             * Format: int32
             * @description Hosts in state `rebooting`.
             */
            rebooting: number;
            /**
             * Format: int32
             * @description Hosts in state `verifying`.
             */
            verifying: number;
            /**
             * Format: int32
             * @description Hosts in state `completed`.
             */
            completed: number;
            /**
             * Format: int32
             * @description Hosts in state `failed`.
             */
            failed: number;
            /**
             * Format: int32
             * @description Hosts in state `cancelled`.
             */
            cancelled: number;
            /**
             * Format: int32
             * @description Hosts in state `skipped`.
             */
            skipped: number;
            /**
             * Format: int32
             * @description Hosts in state `rolling_back`.
             */
            rolling_back: number;
            /**
             * Format: int32
             * @description Hosts in state `rolled_back`.
             */
            rolled_back: number;
            /**
             * Format: int32
             * @description Hosts in state `rollback_failed`.
             */
            rollback_failed: number;
            /**
             * Format: int32
             * @description Hosts in state `timedout`.
             */
            timedout: number;
        };
        /**
         * @description A job over one or more hosts. `hosts` is present only when a single job is read.
         * @example {
         *       "id": "01939f6b-0c52-7d3a-8f4e-2a6b9c1d7e30",
         *       "name": "January security patches",
         *       "operation": "patch",
         *       "state": "running",
         *       "ended": false,
         *       "reason": null,
         *       "mode": "security",
         *       "dry_run": false,
         *       "packages": [],
         *       "exclude": [],
         *       "purge": false,
         *       "autoremove": false,
         *       "reboot": "never",
         *       "respect_windows": true,
         *       "health_gate": {
         *         "pre": true,
         *         "post": false,
         *         "soak_secs": 0,
         *         "pre_timeout_secs": 3600
         *       },
         *       "waves": [],
         *       "current_wave": null,
         *       "wave_states": [],
         *       "max_parallel": 50,
         *       "failure_budget_percent": null,
         *       "rollback_on_failure": false,
         *       "strict_sources": false,
         *       "schedule_at": null,
         *       "target": {
         *         "host_ids": [
         *           "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21"
         *         ]
         *       },
         *       "created_by": {
         *         "id": "01939f6a-0000-7b1a-9d2e-5f0c8a4b6e21",
         *         "username": "admin"
         *       },
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "started_at": "2026-01-15T08:30:00.100Z",
         *       "completed_at": null,
         *       "cancel_requested_at": null,
         *       "from_plan_job_id": null,
         *       "rollback_of_job_id": null,
         *       "runs": [],
         *       "rollbacks": [],
         *       "idempotency_key": null,
         *       "counts": {
         *         "pending": 0,
         *         "waiting_window": 0,
         *         "waiting_health_check": 0,
         *         "dispatching": 0,
         *         "running": 1,
         *         "retry_wait": 0,
         *         "rebooting": 0,
         *         "verifying": 0,
         *         "completed": 0,
         *         "failed": 0,
         *         "cancelled": 0,
         *         "skipped": 0,
         *         "rolling_back": 0,
         *         "rolled_back": 0,
         *         "rollback_failed": 0,
         *         "timedout": 0
         *       },
         *       "hosts_total": 1,
         *       "last_seq": 4,
         *       "updated_at": "2026-01-15T08:30:01.000Z"
         *     }
         */
        Job: {
            id: components["schemas"]["Uuid"];
            /** @description Name of the job; null when it has none. */
            name: string | null;
            operation: components["schemas"]["JobOperation"];
            state: components["schemas"]["JobState"];
            /** @description Whether the job is over; a retry opens it again. */
            ended: boolean;
            /** @description Why the job is in its state, such as `FAILURE_BUDGET_USED`, `WAVE_NOT_PASSED` (all hosts of a wave ended and none completed) or `ENDING` (a person has ended it, and hosts are still in progress); null when there is nothing to say. */
            reason: string | null;
            mode: components["schemas"]["JobMode"];
            /** @description Whether the job only makes plans. */
            dry_run: boolean;
            /** @description Packages that were named; empty when none were. */
            packages: components["schemas"]["PackageSelection"][];
            /** @description Packages that are not upgraded. */
            exclude: string[];
            /** @description Whether `remove` also removes configuration files. */
            purge: boolean;
            /** @description Whether `remove` also removes packages that only the removed ones needed. */
            autoremove: boolean;
            reboot: components["schemas"]["RebootPolicy"];
            /** @description Whether hosts start only inside their maintenance windows. */
            respect_windows: boolean;
            health_gate: components["schemas"]["HealthGateState"];
            /** @description The waves in which hosts are worked on; empty for all hosts at once. */
            waves: components["schemas"]["JobWave"][];
            /**
             * Format: int32
             * @description Hosts of this wave, and of those before it, may start. Null without waves.
             */
            current_wave: number | null;
            /** @description In order; empty without waves. */
            wave_states: components["schemas"]["JobWaveState"][];
            /**
             * Format: int32
             * @description Most hosts in progress at the same time.
             */
            max_parallel: number;
            /**
             * Format: int32
             * @description Share of failed hosts, in percent, above which the job pauses; null for no limit.
             */
            failure_budget_percent: number | null;
            /** @description Whether a failed host is rolled back automatically. */
            rollback_on_failure: boolean;
            /** @description Whether a failing package source fails the host, instead of only its own packages being skipped. */
            strict_sources: boolean;
            /** @description The job does not start before this time; null for at once. */
            schedule_at: components["schemas"]["NullableTimestamp"];
            /** @description As given; null for a job created from another one (plan, rollback). In a list also null when it is longer than 4,000 characters, about 100 hosts: get the job to see it. */
            target: components["schemas"]["JobTarget"] | null;
            created_by: components["schemas"]["UserRef"];
            created_at: components["schemas"]["Timestamp"];
            /** @description When its first host started; null before. */
            started_at: components["schemas"]["NullableTimestamp"];
            /** @description When it ended; null before. */
            completed_at: components["schemas"]["NullableTimestamp"];
            /** @description When somebody cancelled it; null when nobody did. */
            cancel_requested_at: components["schemas"]["NullableTimestamp"];
            /** @description The plan that this job runs. */
            from_plan_job_id: components["schemas"]["NullableUuid"];
            /** @description The job that this one rolls back. */
            rollback_of_job_id: components["schemas"]["NullableUuid"];
            /** @description For a plan, the jobs that run it, newest first, at most 100. Empty until it is approved. */
            runs: components["schemas"]["RelatedJob"][];
            /** @description The jobs that roll this one back, newest first, at most 100. */
            rollbacks: components["schemas"]["RelatedJob"][];
            /** @description The `Idempotency-Key` that it was started with; null when none was sent. */
            idempotency_key: components["schemas"]["NullableUuid"];
            counts: components["schemas"]["JobCounts"];
            /**
             * Format: int32
             * @description Number of hosts of the job.
             */
            hosts_total: number;
            /** @description The first 100 by fqdn, fewer when their plans and changes are long (8 MiB together); `listJobHosts` pages them all. */
            hosts?: components["schemas"]["JobHost"][];
            /** @description What holds the job or hosts of it now, what holds the most hosts first; empty while nothing does. In the detail alone. */
            waits_for?: components["schemas"]["JobHolder"][];
            /**
             * Format: int64
             * @description Sequence number of the job's last event, for `from_seq` of a subscription.
             */
            last_seq: number;
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description The health gate of a job, with its defaults filled in. */
        HealthGateState: {
            /** @description Whether health checks must pass before the work. */
            pre: boolean;
            /** @description Whether health checks must pass after the work. */
            post: boolean;
            /**
             * Format: int32
             * @description Seconds.
             */
            soak_secs: number;
            /**
             * Format: int32
             * @description Seconds.
             */
            pre_timeout_secs: number;
        };
        /** @description One page of jobs. */
        JobList: {
            /** @description The jobs on this page. */
            jobs: components["schemas"]["Job"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description What the transaction would do to one package. */
        PlanEntry: {
            /** @description Name of the package. */
            name: string;
            /** @description Architecture of the package. */
            arch: string;
            /** @description Null for a new package. */
            from: string | null;
            /** @description Null for a removal. */
            to: string | null;
            /** @description Whether it is a security update, by the host's last patch list; null or absent when that list does not have this version. */
            security?: boolean | null;
            /** @description As `severity` of a patch. */
            severity?: string | null;
            /** @description The first 40 that the patch's advisories name. */
            cves?: string[];
            /**
             * Format: int32
             * @description Number of CVEs that they name.
             */
            cves_total?: number;
        };
        /** @description A package with a newer version that the plan skips. */
        KeptBack: {
            /** @description Name of the package. */
            name: string;
            /** @description Architecture of the package. */
            arch: string;
            /** @description As `kept_back_reason` of a patch; `EXCLUDED` by the job itself; `SECURITY_UNKNOWN`: the job applies only security updates, and it is unknown whether this is one. */
            reason: string;
            /** @description The reason in words. */
            message: string;
            /** @description Whether it is a security update, by the host's last patch list; null or absent when that list does not have this version. */
            security?: boolean | null;
            /** @description As `severity` of a patch. */
            severity?: string | null;
            /** @description The first 40 that the patch's advisories name. */
            cves?: string[];
            /**
             * Format: int32
             * @description Number of CVEs that they name.
             */
            cves_total?: number;
        };
        /** @description Why a rollback would not restore everything. */
        ReversibleReason: {
            /** @description Such as `NOT_STASHED`, `UNSIGNED_STASH`, `CONFFILE_CHANGED`, `RUNNING_KERNEL`. */
            code: string;
            /** @description As `name:arch`; absent when the reason concerns the whole job. */
            package?: string;
            /** @description The reason in words. */
            message: string;
        };
        /** @description Whether a rollback would restore exactly what was there. */
        Reversible: {
            /**
             * @description `partly`: some packages or files would not be as before.
             * @enum {string}
             */
            verdict: "yes" | "partly" | "no";
            /** @description What would not be restored; empty when the verdict is `yes`. */
            reasons: components["schemas"]["ReversibleReason"][];
        };
        /** @description What the host's package manager would do. */
        Plan: {
            /** @description Packages that are not installed yet. */
            install: components["schemas"]["PlanEntry"][];
            /** @description Packages that get a newer version. */
            upgrade: components["schemas"]["PlanEntry"][];
            /** @description Packages that get an older version. */
            downgrade: components["schemas"]["PlanEntry"][];
            /** @description Packages that are removed. */
            remove: components["schemas"]["PlanEntry"][];
            /** @description Skipped packages, each with its reason; not part of the hash. */
            kept_back: components["schemas"]["KeptBack"][];
            /**
             * Format: int64
             * @description Bytes to download; null when unknown.
             */
            download_size_bytes: number | null;
            /**
             * Format: int64
             * @description Negative when space is freed.
             */
            disk_change_bytes: number | null;
            /** @description Whether the host will need a reboot afterwards; null when unknown. */
            reboot_expected: boolean | null;
            reversible: components["schemas"]["Reversible"];
            /** @description True when the plan was too large to be stored completely, so entries are missing and it cannot be approved (`PLAN_TOO_LARGE`). Absent otherwise. */
            cut?: boolean;
            /** @description What a hold, an unhold or a reboot does, which the manager plans without asking the host; part of the hash. Absent otherwise. */
            manager_does?: components["schemas"]["PlannedAct"][];
            /** @description SHA-256 over the entries, hexadecimal. */
            plan_hash: string;
        };
        /** @description One act that the manager plans itself. */
        PlannedAct: {
            /**
             * @description What is done.
             * @enum {string}
             */
            action: "hold" | "unhold" | "reboot";
            /** @description Null for a reboot. */
            package: string | null;
        };
        /** @description A change that was made. */
        PackageChange: {
            /** @description Name of the package. */
            name: string;
            /** @description Architecture of the package. */
            arch: string;
            /** @description Null when it was not there before. */
            from: string | null;
            /** @description Null when it was removed. */
            to: string | null;
        };
        /**
         * @description Why a host failed; an open list. The agent's, retryable `LOCK_HELD`, `FETCH_FAILED`, `METADATA_STALE`, `INTERRUPTED`, `QUEUE_FULL`, `PACKAGE_MANAGER_BUSY`, `INHIBITED` (of a restart); not retryable `BOOT_UNSAFE`, `SCRIPT_FAILED`, `CONFLICT`, `PACKAGE_NOT_FOUND`, `PACKAGE_HELD`, `NO_SPACE`, `READ_ONLY`, `SIGNATURE_INVALID`, `METADATA_EXPIRED`, `SOURCE_FAILED`, `LISTS_UNREADABLE`, `DEPENDENCIES_BROKEN`, `PLAN_CHANGED`, `ROLLBACK_CONFLICT`, `TIMED_OUT`, `CANCELLED_PARTWAY`, `UNSUPPORTED`, `NOT_PRIVILEGED`. The manager's, retryable `HOST_UNREACHABLE`, `HOST_BUSY` (of a dry run), `AGENT_ERROR`, `REBOOT_TIMEOUT`; not retryable `CONTACT_LOST`, `HOST_REMOVED`, `DUPLICATE_IDENTITY`, `CERTIFICATE_INVALID`, `CLOCK_SKEW`, `HEALTH_CHECK_FAILED`, `HOST_UNHEALTHY`, `AGENT_JOB_LOST`, `AGENT_TOO_OLD`.
         * @example LOCK_HELD
         */
        JobHostErrorCode: string;
        /** @description Why a host failed. */
        JobHostError: {
            code: components["schemas"]["JobHostErrorCode"];
            /** @description What failed and what to do, in words. */
            message: string;
            details?: components["schemas"]["JobHostErrorDetails"];
            /** @description Whether another attempt may succeed. */
            retryable: boolean;
        };
        /** @description What the agent reported besides the message, with `cut` true when it was truncated; never in live events. */
        JobHostErrorDetails: {
            [key: string]: unknown;
        };
        /**
         * @description One host in one job.
         * @example {
         *       "host_id": "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21",
         *       "fqdn": "web1.example.org",
         *       "state": "retry_wait",
         *       "reason": null,
         *       "attempt": 1,
         *       "max_attempts": 4,
         *       "next_attempt_at": "2026-01-15T08:31:00.000Z",
         *       "agent_job_id": "01939f6b-1d2e-7f3a-8b4c-9d0e1f2a3b4c",
         *       "agent_job_status": "failed",
         *       "progress": 0,
         *       "message": "The package lock is held.",
         *       "error": {
         *         "code": "LOCK_HELD",
         *         "message": "The package lock is held by process 4711.",
         *         "retryable": true
         *       },
         *       "plan": null,
         *       "plan_hash": null,
         *       "changes": [],
         *       "reversible": null,
         *       "started_at": "2026-01-15T08:30:00.000Z",
         *       "completed_at": null,
         *       "updated_at": "2026-01-15T08:30:02.000Z",
         *       "last_log_seq": 12
         *     }
         */
        JobHost: {
            host_id: components["schemas"]["Uuid"];
            /** @description As it was when the job was made. */
            fqdn: string;
            /**
             * Format: int32
             * @description Position in the order in which hosts start.
             */
            position?: number;
            /**
             * Format: int32
             * @description Number of the wave; null in a job without waves.
             */
            wave?: number | null;
            state: components["schemas"]["JobHostState"];
            /** @description Why the host waits or is in its state, such as `HOST_BUSY`, `TAG_TAKEN` (another host with the same `anti_affinity=` or `quorum=` tag is in progress; `message` names both), `TAG_UNHEALTHY` (another one is unhealthy), `CONTACT_LOST`, `MAINTENANCE_MODE`, `NOTHING_TO_DO`, `SECURITY_UNKNOWN` (some updates could not be classified and were skipped), `SECURITY_PINNED` (the host's own preferences suppress security updates, which were skipped), `JOB_ENDED`, `ACCEPTED` (it failed, and a person accepted it), `UNVERIFIED` (the work is done, but the checks afterwards were not or could not be run), `GATE_FAILED` (a plugin could not decide whether it may continue; `message` names it); null when there is nothing to say. */
            reason: string | null;
            /**
             * Format: int32
             * @description 0 before the first dispatch.
             */
            attempt: number;
            /**
             * Format: int32
             * @description The first attempt and 3 retries; 1 for a dry run.
             */
            max_attempts: number;
            /** @description In `retry_wait` when the next attempt is due; in `waiting_window` when the window opens, and in `rebooting` when a delayed restart may start, if known. */
            next_attempt_at: components["schemas"]["NullableTimestamp"];
            /** @description For a host that waits for a window (`waiting_window`, or `rebooting` with a delayed restart): start of the next window that is not frozen. Null in all other states, when it only waits for the end of a freeze, and when none is known. */
            next_window_start_at?: components["schemas"]["NullableTimestamp"];
            /** @description End of that window, or start of a freeze within it. */
            next_window_end_at?: components["schemas"]["NullableTimestamp"];
            /** @description The agent's job of this attempt. */
            agent_job_id: components["schemas"]["NullableUuid"];
            /** @description Last status that the agent reported for it. */
            agent_job_status: string | null;
            /**
             * Format: int32
             * @description Percent of the current attempt.
             */
            progress: number;
            /** @description What the host is doing or waiting for, in words; empty when there is nothing to say. */
            message: string;
            /** @description The last failure; kept until the retry, null after success. */
            error: components["schemas"]["JobHostError"] | null;
            /** @description For a dry run, what it would do. */
            plan: components["schemas"]["Plan"] | null;
            /** @description SHA-256 of the plan's entries, hexadecimal. */
            plan_hash: string | null;
            /** @description For a dry run, the job that runs this host's plan; null until it was approved. */
            run_job_id?: components["schemas"]["NullableUuid"];
            /** @description What this job changed on the host; the host's log says when not all are kept. */
            changes: components["schemas"]["PackageChange"][];
            /** @description In a live event, true when `plan` and `changes` are too long for it; read them by `listJobHosts`. */
            parts_omitted?: boolean;
            /** @description Whether a rollback would restore what was there; null until it is known. */
            reversible: components["schemas"]["Reversible"] | null;
            /** @description When the first attempt started; null before. */
            started_at: components["schemas"]["NullableTimestamp"];
            /** @description When the host ended; null before. */
            completed_at: components["schemas"]["NullableTimestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Number of the host's last log line; 0 when there is none.
             */
            last_log_seq: number;
        };
        /** @description A state that a host of a job was in. */
        JobHostStep: {
            state: components["schemas"]["JobHostState"];
            /**
             * Format: int32
             * @description The attempt, 0 before the first.
             */
            attempt: number;
            /** @description `reason` of the job host when it entered the state. */
            reason: string | null;
            started_at: components["schemas"]["Timestamp"];
            /** @description When the next state started; null for the last one. */
            ended_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description The states that a host of a job went through. */
        JobHostStepList: {
            /** @description The states, in order. */
            steps: components["schemas"]["JobHostStep"][];
            /**
             * Format: int32
             * @description Number of items on all pages.
             */
            total: number;
            /** @description Cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description One page of a job's hosts. */
        JobHostList: {
            /** @description The hosts on this page. */
            hosts: components["schemas"]["JobHost"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description One line of a host's log. */
        LogLine: {
            /**
             * Format: int64
             * @description Grows by one per line of the job host.
             */
            seq: number;
            at: components["schemas"]["Timestamp"];
            /** @description `stdout` and `stderr` of the package manager, `agent`, `manager`. */
            stream: string;
            /** @description Without the line end. */
            text: string;
        };
        /**
         * @description One page of a host's log.
         * @example {
         *       "logs": [
         *         {
         *           "seq": 1,
         *           "at": "2026-01-15T08:30:00.500Z",
         *           "stream": "stdout",
         *           "text": "Reading package lists..."
         *         }
         *       ],
         *       "next_seq": 1
         *     }
         */
        JobHostLog: {
            /** @description The lines, in order. */
            logs: components["schemas"]["LogLine"][];
            /**
             * Format: int64
             * @description `after_seq` for the next call.
             */
            next_seq: number;
        };
        /** @description How long the manager keeps what jobs produce, in days. */
        JobRetentionSettings: {
            /**
             * Format: int32
             * @description Days that logs of hosts are kept. Initially 30.
             */
            logs_days: number;
            /**
             * Format: int32
             * @description Days that events of jobs are kept. Initially 180.
             */
            events_days: number;
            /**
             * Format: int32
             * @description Ended jobs, since their end. Initially 730.
             */
            outcomes_days: number;
        };
        /** @description Absent fields keep their value; all values are in days. */
        UpdateJobRetentionSettings: {
            /**
             * Format: int32
             * @description Days that logs of hosts are kept.
             */
            logs_days?: number;
            /**
             * Format: int32
             * @description Days that events of jobs are kept.
             */
            events_days?: number;
            /**
             * Format: int32
             * @description Days that ended jobs are kept.
             */
            outcomes_days?: number;
        };
        /** @description `host`, `group`, `package`, `cve`, `job`, `policy` or `user`; an installed plugin adds kinds that start with its name. */
        SearchKind: string;
        /** @description One match. */
        SearchItem: {
            /** @description Its id in the API; of packages and CVEs, their name. */
            id: string;
            /** @description Name of the thing. */
            name: string;
            /** @description What distinguishes it from others of that name; may be empty. */
            about: string;
            /** @description Path of its page in the web UI. */
            page_path: string;
        };
        /** @description The matches of one kind. */
        SearchGroup: {
            kind: components["schemas"]["SearchKind"];
            /** @description The best matches, best first. */
            items: components["schemas"]["SearchItem"][];
            /**
             * Format: int32
             * @description Number of matches, counted up to 100.
             */
            total: number;
            /** @description False when there are more than `total`. */
            total_is_exact: boolean;
        };
        /** @description A kind that could not be searched. */
        SearchMissing: {
            kind: components["schemas"]["SearchKind"];
            /**
             * @description Whether the search took longer than a second, or failed.
             * @enum {string}
             */
            reason: "too_slow" | "failed";
        };
        /**
         * @description Matches by kind.
         * @example {
         *       "groups": [
         *         {
         *           "kind": "host",
         *           "items": [
         *             {
         *               "id": "0190f3a1-5b7c-7c3e-9c1d-2f6a1e8b4d10",
         *               "name": "web-1.example.org",
         *               "about": "192.0.2.17",
         *               "page_path": "/hosts/0190f3a1-5b7c-7c3e-9c1d-2f6a1e8b4d10"
         *             }
         *           ],
         *           "total": 1,
         *           "total_is_exact": true
         *         }
         *       ],
         *       "missing": [
         *         {
         *           "kind": "cve",
         *           "reason": "too_slow"
         *         }
         *       ]
         *     }
         */
        SearchResults: {
            /** @description One per kind that was searched, also without matches. */
            groups: components["schemas"]["SearchGroup"][];
            /** @description Kinds that could not be searched. */
            missing: components["schemas"]["SearchMissing"][];
        };
        /**
         * @description Each section belongs to a feature and is present while the feature is on: `oidc` and `sso_callback_url` with single sign-on, `smtp` and `notification` with mail, `reports` with reports, `exposure_fetch` and `exposure_without_fix` with the exposure, `approvers` with approvals, each `…_retention` with its feature, `ip_whitelist` with the allow-list, `mfa` with second factors (changing it needs a fresh sign-in, 403 `REAUTHENTICATION_REQUIRED`), `web_tls_strategy` with the choice of the listener's certificate (changing it needs a fresh sign-in, and is reverted after 60 seconds unless `confirmWebTls` is called; `off` cannot be chosen), `polling`, `service_levels` and `job_retention` are always there.
         * @example {
         *       "oidc": {
         *         "enabled": false,
         *         "provider_type": "custom",
         *         "display_name": "",
         *         "discovery_url": "",
         *         "client_id": "",
         *         "client_secret": null,
         *         "redirect_uri": "",
         *         "scopes": "",
         *         "auto_provision": true,
         *         "role_claim": "",
         *         "role_mapping": [],
         *         "unmapped": "reporter",
         *         "mfa_acr_values": [],
         *         "mfa_amr_values": []
         *       },
         *       "smtp": {
         *         "enabled": true,
         *         "host": "mail.example.org",
         *         "port": 587,
         *         "username": "fleetmend",
         *         "password": "********",
         *         "from": "fleetmend@example.org",
         *         "tls_mode": "starttls",
         *         "helo_name": ""
         *       },
         *       "polling": {
         *         "health_poll_interval_secs": 60,
         *         "patch_poll_interval_secs": 1800,
         *         "health_check_poll_interval_secs": 300,
         *         "system_info_poll_interval_secs": 86400
         *       },
         *       "job_retention": {
         *         "logs_days": 30,
         *         "events_days": 180,
         *         "outcomes_days": 730
         *       },
         *       "mfa": {
         *         "required_roles": [
         *           "admin"
         *         ],
         *         "grace_days": 7
         *       },
         *       "ip_whitelist": [],
         *       "web_tls_strategy": "internal_ca",
         *       "notification": {
         *         "email_enabled": true,
         *         "email_from": "fleetmend@example.org",
         *         "recipients": [
         *           "admins@example.org"
         *         ],
         *         "log_days": 90
         *       },
         *       "sso_callback_url": "https://manager.example.org:8443/api/v1/auth/sso/callback"
         *     }
         */
        Settings: {
            oidc?: components["schemas"]["OidcSettings"];
            smtp?: components["schemas"]["SmtpSettings"];
            polling: components["schemas"]["PollingSettings"];
            job_retention: components["schemas"]["JobRetentionSettings"];
            service_levels?: components["schemas"]["ServiceLevels"];
            mfa?: components["schemas"]["MfaSettings"];
            /** @description Addresses and CIDR networks that may use the console and the API; empty for all. */
            ip_whitelist?: string[];
            web_tls_strategy?: components["schemas"]["WebTlsStrategy"];
            notification?: components["schemas"]["NotificationSettings"];
            reports?: components["schemas"]["ReportSettings"];
            exposure_retention?: components["schemas"]["ExposureRetentionSettings"];
            package_retention?: components["schemas"]["PackageRetentionSettings"];
            policy_retention?: components["schemas"]["PolicyRetentionSettings"];
            check_retention?: components["schemas"]["CheckRetentionSettings"];
            approval_retention?: components["schemas"]["ApprovalRetentionSettings"];
            approvers?: components["schemas"]["ApproverSettings"];
            exposure_fetch?: components["schemas"]["ExposureFetchSettings"];
            exposure_without_fix?: components["schemas"]["ExposureWithoutFixSettings"];
            /** @description The return point to register at the provider; derived, so it cannot be set. */
            sso_callback_url?: string;
        };
        /**
         * @description Only sections and fields that are present change.
         * @example {
         *       "polling": {
         *         "patch_poll_interval_secs": 3600
         *       },
         *       "smtp": {
         *         "host": "mail.example.org",
         *         "port": 587,
         *         "tls_mode": "starttls"
         *       }
         *     }
         */
        UpdateSettingsRequest: {
            oidc?: components["schemas"]["UpdateOidcSettings"];
            smtp?: components["schemas"]["UpdateSmtpSettings"];
            polling?: components["schemas"]["UpdatePollingSettings"];
            job_retention?: components["schemas"]["UpdateJobRetentionSettings"];
            service_levels?: components["schemas"]["UpdateServiceLevels"];
            mfa?: components["schemas"]["UpdateMfaSettings"];
            /** @description Replaces the whole allow-list; empty allows every address. */
            ip_whitelist?: components["schemas"]["IpNetwork"][];
            web_tls_strategy?: components["schemas"]["WebTlsStrategy"];
            notification?: components["schemas"]["UpdateNotificationSettings"];
            reports?: components["schemas"]["UpdateReportSettings"];
            exposure_retention?: components["schemas"]["UpdateExposureRetentionSettings"];
            package_retention?: components["schemas"]["UpdatePackageRetentionSettings"];
            policy_retention?: components["schemas"]["UpdatePolicyRetentionSettings"];
            check_retention?: components["schemas"]["UpdateCheckRetentionSettings"];
            approval_retention?: components["schemas"]["UpdateApprovalRetentionSettings"];
            approvers?: components["schemas"]["UpdateApproverSettings"];
            exposure_fetch?: components["schemas"]["UpdateExposureFetchSettings"];
            exposure_without_fix?: components["schemas"]["UpdateExposureWithoutFixSettings"];
        };
        /**
         * @description What this manager serves.
         * @example {
         *       "api_level": 1,
         *       "version": "1.0.0",
         *       "features": [
         *         "hosts",
         *         "identity"
         *       ],
         *       "operations": [
         *         "getHost",
         *         "getUi",
         *         "listHosts",
         *         "login"
         *       ],
         *       "pages": [
         *         {
         *           "feature": "acme-notes",
         *           "module": "/plugins/acme-notes/pages.js?v=k3JxQ0c1mZ8a"
         *         }
         *       ]
         *     }
         */
        UiInfo: {
            /**
             * Format: int32
             * @description Raised when something that this contract promises has changed.
             */
            api_level: number;
            /** @description Version of the manager. */
            version: string;
            /** @description Text of the configuration that stands above every page of the web UI; null for none. */
            notice?: string | null;
            /** @description Features that are on, sorted. */
            features: string[];
            /** @description Ids of the operations that are served, sorted. */
            operations: string[];
            /** @description Page modules of installed plugins for the web UI. */
            pages: {
                /** @description Name of the plugin. */
                feature: string;
                /** @description Its URL on this manager, with its version. */
                module: string;
            }[];
            /** @description Settings forms of installed plugins. */
            settings?: components["schemas"]["UiSettingsForm"][];
        };
        /** @description The form of one section of the settings. */
        UiSettingsForm: {
            /** @description Name of the section in the settings. */
            section: string;
            /** @description Heading of the section. */
            title: string;
            /** @description Text above the fields. */
            intro: string;
            /** @description The fields, in order. */
            fields: components["schemas"]["UiSettingsField"][];
        };
        /** @description One field of a form; limits that do not apply to its kind are null. */
        UiSettingsField: {
            /** @description Name of the field in the section. */
            name: string;
            /**
             * @description Kind of input.
             * @enum {string}
             */
            kind: "number" | "switch" | "choice" | "text" | "list" | "secret";
            /** @description Label of the field. */
            label: string;
            /** @description Help text; empty for none. */
            hint: string;
            /** @description Default value. */
            standard: string | number | boolean | string[] | null;
            /**
             * @description Unit of a number; null for none.
             * @enum {string}
             */
            unit: "seconds" | "days" | "MiB" | "";
            /**
             * Format: int64
             * @description Smallest number accepted.
             */
            minimum: number;
            /**
             * Format: int64
             * @description Largest number accepted.
             */
            maximum: number;
            /**
             * Format: int32
             * @description Longest text accepted.
             */
            max_length: number;
            /**
             * Format: int32
             * @description Most entries accepted.
             */
            max_items: number;
            /** @description Values of a `choice`. */
            choices: string[];
        };
        /**
         * @description `waiting` until a second person decides; `expired` once the plan can no longer run. `withdrawn` by the requester or an administrator.
         * @enum {string}
         */
        ApprovalState: "waiting" | "approved" | "denied" | "withdrawn" | "expired";
        /** @description SHA-256, hexadecimal, of the RFC 8785 JSON of the plan, the hosts with the hashes of their plans, the operation and everything that the run is made with. */
        ApprovalHash: string;
        /**
         * @description The run to approve, as in `CreateJobRequest`; absent fields are taken from the plan.
         * @example {
         *       "from_plan_job_id": "01939f6b-0c52-7d3a-8f4e-2a6b9c1d7e30",
         *       "note": "Agreed with the shop, they know."
         *     }
         */
        RequestApprovalRequest: {
            from_plan_job_id: components["schemas"]["Uuid"];
            /** @description Only these hosts; absent, all whose plan has not been run. */
            host_ids?: components["schemas"]["Uuid"][];
            /** @description Name of the run; absent, that of the plan. */
            name?: string;
            /** @description A note for the approver. */
            note?: string;
            /** @description Not to start before this time. */
            schedule_at?: components["schemas"]["Timestamp"];
            /** @description Whether hosts start only inside their maintenance windows. */
            respect_windows?: boolean;
            health_gate?: components["schemas"]["HealthGate"];
            /** @description Whether hosts are restarted after the work: `never`, `if_required` (where the host asks for it) or `always`. */
            reboot?: components["schemas"]["RebootPolicy"];
            /** @description The waves in which hosts are worked on; empty for all hosts at once. */
            waves?: components["schemas"]["JobWave"][];
            /**
             * Format: int32
             * @description Most hosts in progress at the same time.
             */
            max_parallel?: number;
            /**
             * Format: int32
             * @description Share of failed hosts, in percent, above which the job pauses; null for no limit.
             */
            failure_budget_percent?: number;
            /** @description Whether a failed host is rolled back automatically. */
            rollback_on_failure?: boolean;
            /** @description Whether a failing package source fails the host, instead of only its own packages being skipped. */
            strict_sources?: boolean;
        };
        /**
         * @description Approves exactly what the caller has seen.
         * @example {
         *       "approval_hash": "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"
         *     }
         */
        ApproveApprovalRequest: {
            approval_hash: components["schemas"]["ApprovalHash"];
            /** @description A remark for the record, shown with the approval. */
            note?: string;
            /** @description Until when people may retry or resume the run without another approval, at most 30 days from now; absent, the approval ends with the run. Automatic attempts are part of the run. */
            retries_until?: components["schemas"]["Timestamp"];
        };
        /**
         * @description Why the run is denied.
         * @example {
         *       "reason": "The shop sells until midnight; ask again for Sunday."
         *     }
         */
        DenyApprovalRequest: {
            /** @description Kept with the approval and in the audit log. */
            reason: string;
        };
        /** @description A host of the requested run. */
        ApprovalHost: {
            /** @description Id of the host, kept after the host was deleted. */
            host_id: components["schemas"]["Uuid"];
            /** @description FQDN of the host at the time of the request. */
            fqdn: string;
        };
        /** @description Options of the run. */
        ApprovalOptions: {
            /** @description Whether hosts start only inside their maintenance windows. */
            respect_windows: boolean;
            health_gate: components["schemas"]["HealthGate"];
            /** @description Whether hosts are restarted after the work: `never`, `if_required` (where the host asks for it) or `always`. */
            reboot: components["schemas"]["RebootPolicy"];
            /** @description The waves in which hosts are worked on; empty for all hosts at once. */
            waves: components["schemas"]["JobWave"][];
            /**
             * Format: int32
             * @description Most hosts in progress at the same time.
             */
            max_parallel: number;
            /**
             * Format: int32
             * @description Share of failed hosts, in percent, above which the job pauses; null for no limit.
             */
            failure_budget_percent: number | null;
            /** @description Whether a failed host is rolled back automatically. */
            rollback_on_failure: boolean;
            /** @description Whether a failing package source fails the host, instead of only its own packages being skipped. */
            strict_sources: boolean;
        };
        /** @description Summary of the plans, over all hosts of the approval. */
        ApprovalGlance: {
            /**
             * Format: int32
             * @description Packages that change, each name counted once.
             */
            packages: number;
            /**
             * Format: int32
             * @description Those that are security updates, by the hosts' patch lists.
             */
            packages_security: number;
            /**
             * Format: int32
             * @description Packages that would be removed, each counted once.
             */
            packages_removed: number;
            /** @description The most frequent package names. */
            names: string[];
            /**
             * Format: int32
             * @description Hosts that get a new kernel.
             */
            hosts_kernel: number;
            /**
             * Format: int32
             * @description Hosts expected to need a reboot.
             */
            hosts_reboot: number;
        };
        /** @description A rule, by its id and the name it had then. */
        ApprovalRuleRef: {
            id: components["schemas"]["Uuid"];
            /** @description Name of the rule. */
            name: string;
        };
        /** @description A run of a plan that needs a second person. Only hosts in the caller's scope are shown. */
        Approval: {
            id: components["schemas"]["Uuid"];
            state: components["schemas"]["ApprovalState"];
            /** @description Code of why it expired: `PLAN_EXPIRED`, `START_PASSED`, `PLAN_ALREADY_RUN`, `PLAN_CHANGED`, `REQUESTER_GONE`, or the code of the error that prevented its run. Null in all other states. */
            reason: string | null;
            /** @description Why it was denied or expired, or the approver's note; empty for none. */
            message: string;
            /** @description Name of the run; null where it has none. */
            name: string | null;
            operation: components["schemas"]["JobOperation"];
            /** @description The dry run whose plans are to be run. */
            plan_job_id: components["schemas"]["Uuid"];
            /** @description The run; null until it is created. */
            run_job_id: components["schemas"]["NullableUuid"];
            /** @description The policy that asked; null when a person did. */
            policy_id: components["schemas"]["NullableUuid"];
            /**
             * Format: int32
             * @description Number of hosts of the run, also those the caller may not see.
             */
            hosts_total: number;
            /** @description The first 100 hosts; only when a single approval is read. */
            hosts?: components["schemas"]["ApprovalHost"][];
            /** @description Summary of the plans; null when the caller may not see all of their hosts. */
            glance: components["schemas"]["ApprovalGlance"] | null;
            options: components["schemas"]["ApprovalOptions"];
            /** @description The run does not start before this time; null for at once. */
            schedule_at: components["schemas"]["NullableTimestamp"];
            /** @description Note of the requester. */
            note: string;
            /** @description Rules that required it, as they were at the time. */
            rules: components["schemas"]["ApprovalRuleRef"][];
            approval_hash: components["schemas"]["ApprovalHash"];
            requested_by: components["schemas"]["UserRef"];
            planned_by: components["schemas"]["UserRef"];
            /** @description When the plan was made. */
            planned_at: components["schemas"]["NullableTimestamp"];
            created_at: components["schemas"]["Timestamp"];
            /** @description Without a decision the request expires then. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description Who approved, denied or withdrew it, also by a command on the manager's machine; null while it is pending, and when it expired. */
            decided_by: components["schemas"]["UserRef"] | null;
            /** @description When it was approved, denied, withdrawn or expired; null while it is pending. */
            decided_at: components["schemas"]["NullableTimestamp"];
            /** @description Approved without a second person, by a command on the manager's machine. */
            overridden: boolean;
            /** @description Until when people may retry or resume the run; null when the approval ends with the run. */
            retries_until?: components["schemas"]["NullableTimestamp"];
            /**
             * @description Why the caller can neither approve nor deny it; null when he can.
             * @enum {string|null}
             */
            may_decide: "AUTHOR" | "MADE_BY_AUTHOR" | "OUT_OF_SCOPE" | "NOT_A_PERSON" | "NO_PERMISSION" | "NOT_WAITING" | null;
            /** @description Whether the caller may withdraw it. */
            may_withdraw: boolean;
            /**
             * Format: int64
             * @description Position in the list, waiting approvals by expiry, then the others by decision, the latest first.
             */
            place: number;
        };
        /** @description One page of approvals. */
        ApprovalList: {
            /** @description The approvals on this page. */
            approvals: components["schemas"]["Approval"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description The approvals of a job, and the rules that require one. */
        JobApprovals: {
            /** @description For a plan, the rules that require a second person now; empty for other jobs. */
            rules: components["schemas"]["ApprovalRuleRef"][];
            /** @description The latest first. */
            approvals: components["schemas"]["Approval"][];
        };
        /** @description Operations that require a second person; empty for all that change a host. */
        ApprovalOperations: ("patch" | "install" | "update" | "remove" | "hold" | "unhold" | "reboot")[];
        /** @description Groups to whose hosts the rule applies; empty for the whole fleet. */
        ApprovalGroupIds: components["schemas"]["Uuid"][];
        /** @description Jobs of these operations on these hosts need a second person. */
        ApprovalRule: {
            id: components["schemas"]["Uuid"];
            /** @description Name of the rule, unique among the rules. */
            name: string;
            operations: components["schemas"]["ApprovalOperations"];
            group_ids: components["schemas"]["ApprovalGroupIds"];
            /** @description A disabled rule requires nothing. */
            enabled: boolean;
            /** @description The proposed change; null when none is pending. */
            change: components["schemas"]["ApprovalRuleChange"] | null;
            /**
             * Format: int32
             * @description Raised by every edit; the `ETag`.
             */
            edit_version: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description A change that awaits a second administrator. */
        ApprovalRuleChange: {
            id: components["schemas"]["Uuid"];
            /**
             * @description Whether the rule would be changed or deleted.
             * @enum {string}
             */
            kind: "update" | "delete";
            /** @description Name that the rule would have. */
            name: string;
            operations: components["schemas"]["ApprovalOperations"];
            group_ids: components["schemas"]["ApprovalGroupIds"];
            /** @description Whether the rule would be enabled. */
            enabled: boolean;
            proposed_by: components["schemas"]["UserRef"];
            proposed_at: components["schemas"]["Timestamp"];
            /** @description Whether the caller may confirm it: an administrator other than the one who proposed it. */
            may_confirm: boolean;
        };
        /** @description The rules. */
        ApprovalRuleList: {
            /** @description The rules on this page. */
            rules: components["schemas"]["ApprovalRule"][];
            /**
             * Format: int32
             * @description Number of items on all pages.
             */
            total: number;
            /** @description Cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description A new rule; it applies at once.
         * @example {
         *       "name": "Databases",
         *       "group_ids": [
         *         "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21"
         *       ]
         *     }
         */
        CreateApprovalRuleRequest: {
            /** @description Name of the rule. */
            name: string;
            operations?: components["schemas"]["ApprovalOperations"];
            group_ids?: components["schemas"]["ApprovalGroupIds"];
            /**
             * @description A disabled rule requires nothing.
             * @default true
             */
            enabled?: boolean;
        };
        /**
         * @description The proposed values; absent fields keep theirs.
         * @example {
         *       "enabled": false
         *     }
         */
        UpdateApprovalRuleRequest: {
            /** @description Name of the rule. */
            name?: string;
            operations?: components["schemas"]["ApprovalOperations"];
            group_ids?: components["schemas"]["ApprovalGroupIds"];
            /** @description A disabled rule requires nothing. */
            enabled?: boolean;
        };
        /**
         * @description Names the change, so that nobody confirms another one than he has seen.
         * @example {
         *       "change_id": "01939f72-8192-73a4-b5c6-d7e8f9011224"
         *     }
         */
        ApprovalRuleChangeRef: {
            /** @description The change that the caller has seen. */
            change_id: components["schemas"]["Uuid"];
        };
        /** @description The rule after the decision. */
        ApprovalRuleOutcome: {
            /** @description The rule; null once it is deleted. */
            rule: components["schemas"]["ApprovalRule"] | null;
        };
        /** @description How long decided approvals are kept. */
        ApprovalRetentionSettings: {
            /**
             * Format: int32
             * @description Initially 730.
             */
            decided_days: number;
        };
        /** @description When two accounts count as independent people. Changing it needs a fresh sign-in (403 `REAUTHENTICATION_REQUIRED`). */
        ApproverSettings: {
            /**
             * Format: int32
             * @description Days before the request: whoever created or enabled the approver's account, changed its role or reset its credentials since then cannot be approved by it. Initially 1.
             */
            independence_days: number;
        };
        /** @description Absent fields keep their value; all values are in days. */
        UpdateApprovalRetentionSettings: {
            /**
             * Format: int32
             * @description Days that decided approvals are kept.
             */
            decided_days?: number;
        };
        /** @description Absent fields keep their value. */
        UpdateApproverSettings: {
            /**
             * Format: int32
             * @description Days for which changes of an account make two people dependent, as in `ApproverSettings`.
             */
            independence_days?: number;
        };
        /** @description A row whose hash does not match. */
        AuditIntegrityError: {
            /**
             * Format: int64
             * @description Number of the row.
             */
            row_id: number;
            /** @description The hash that the row should have, hexadecimal. */
            expected_hash: string;
            /** @description Empty when the row, or the head, is missing. */
            actual_hash: string;
        };
        /**
         * @description Result of verifying the audit log.
         * @example {
         *       "intact": true,
         *       "rows_checked": 1204,
         *       "errors": []
         *     }
         */
        AuditIntegrity: {
            /** @description True when every hash and every checkpoint matches. */
            intact: boolean;
            /**
             * Format: int64
             * @description Rows that were read.
             */
            rows_checked: number;
            /** @description The first 1,000. */
            errors: components["schemas"]["AuditIntegrityError"][];
        };
        /** @description Who did it. The name is as it was then. */
        AuditActor: {
            /**
             * @description What acted: a user, an API or enrollment token, an agent, the manager itself (`system`), a command on its machine (`machine`), or nobody signed in (`anonymous`).
             * @enum {string}
             */
            kind: "user" | "token" | "agent" | "system" | "machine" | "anonymous";
            /** @description Of the user, the token or the host; null for `system`, `anonymous` and `machine` (a command at the machine). */
            id: string | null;
            /** @description Name of the actor at that time. */
            name: string;
        };
        /**
         * @description One recorded act. `hash` is the SHA-256 of the RFC 8785 JSON of the row without it, and covers the hash of the row before (`prev_hash`; 64 zeros in the first row).
         * @example {
         *       "v": 1,
         *       "row_id": 42,
         *       "at": "2026-01-15T08:30:00.000Z",
         *       "actor": {
         *         "kind": "user",
         *         "id": "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e20",
         *         "name": "admin"
         *       },
         *       "address": "10.0.0.5",
         *       "action": "host.updated",
         *       "resource": {
         *         "kind": "host",
         *         "id": "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21",
         *         "name": "web-1.example.org"
         *       },
         *       "before": {
         *         "maintenance_mode": false
         *       },
         *       "after": {
         *         "maintenance_mode": true
         *       },
         *       "prev_hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *       "hash": "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"
         *     }
         */
        AuditRow: {
            /**
             * Format: int32
             * @description Version of this format.
             * @enum {integer}
             */
            v: 1;
            /**
             * Format: int64
             * @description Number of the row, ascending without gaps.
             */
            row_id: number;
            /** @description When it was recorded. */
            at: components["schemas"]["Timestamp"];
            actor: components["schemas"]["AuditActor"];
            /** @description Client address of the call; null for acts of the manager itself. */
            address: string | null;
            /** @description What was done. */
            action: components["schemas"]["AuditAction"];
            resource: components["schemas"]["AuditResource"];
            /** @description Secrets masked; null when there was nothing before, or nothing that has changed. */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description Secrets masked; null when nothing is left, or nothing has changed. */
            after: {
                [key: string]: unknown;
            } | null;
            /** @description Hexadecimal. */
            prev_hash: string;
            /** @description Hexadecimal. */
            hash: string;
        };
        /** @description One page of rows. */
        AuditRowList: {
            /** @description The rows on this page. */
            rows: components["schemas"]["AuditRow"][];
            /**
             * Format: int64
             * @description Number of matches, over all pages.
             */
            total: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
            /** @description Which rows were moved to an archive file; null when none were. */
            archived: components["schemas"]["AuditArchived"] | null;
        };
        /** @description Which rows were moved out of the log into a file. */
        AuditArchived: {
            /**
             * Format: int64
             * @description Rows 1 to this one are in the archive file and no longer in the log.
             */
            rows: number;
            /** @description Older rows were archived. */
            before: components["schemas"]["Timestamp"];
            /** @description When they were archived. */
            at: components["schemas"]["Timestamp"];
        };
        /** @description A manager's signed statement of how many rows the log had, and of the hash of the last one. `signature` is Ed25519 over the RFC 8785 JSON of the other fields. */
        AuditCheckpoint: {
            /**
             * Format: int32
             * @description Version of this format.
             * @enum {integer}
             */
            v: 1;
            /** @description Instance id of the manager that signed. */
            manager: string;
            at: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Number of rows that the log had.
             */
            rows: number;
            /** @description Hexadecimal. */
            hash: string;
            /** @description Base64. */
            signature: string;
        };
        /** @description The manager's signed statement of both ends of the range, which reveals a truncated file. `signature` is Ed25519 over the RFC 8785 JSON of the other fields. */
        AuditExportSeal: {
            /**
             * Format: int32
             * @description Version of this format.
             * @enum {integer}
             */
            v: 1;
            /**
             * @description What was sealed.
             * @enum {string}
             */
            kind: "audit-export";
            /** @description Instance id of the manager that signed. */
            manager: string;
            at: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Number of the first row in the file.
             */
            from_row: number;
            /**
             * Format: int64
             * @description Number of the last row in the file.
             */
            to_row: number;
            /** @description `prev_hash` of the first row; empty when it has none. */
            prev_hash: string;
            /** @description Hash of the last row, hexadecimal. */
            hash: string;
            /**
             * Format: int32
             * @description Number of checkpoints in the file.
             */
            checkpoints: number;
            /** @description Base64. */
            signature: string;
        };
        /** @description A row that was tampered with beyond parsing, as stored in the database. */
        AuditDamagedRow: {
            /**
             * Format: int64
             * @description Number of the row.
             */
            row_id: number;
            /** @description The row as stored, unparsed. */
            text: string;
            /** @description The hash stored with it. */
            hash: string;
        };
        /** @description A range of the audit log, with what is needed to verify it elsewhere. */
        AuditExport: {
            /**
             * Format: int32
             * @description Version of this format.
             * @enum {integer}
             */
            v: 1;
            /**
             * @description Marks the file as an export of the audit log.
             * @enum {string}
             */
            kind: "audit-export";
            /** @description Instance id of the manager that wrote the file. */
            manager: string;
            /** @description SHA-256 of the public key (SPKI, DER) of the checkpoints, hexadecimal. */
            key_id: string;
            exported_at: components["schemas"]["Timestamp"];
            /** @description The filters of the call. */
            filters: {
                [key: string]: string;
            };
            /** @description False when filters exclude rows, or there are no rows. */
            verifiable: boolean;
            /** @description The rows, oldest first. */
            rows: (components["schemas"]["AuditRow"] | components["schemas"]["AuditDamagedRow"])[];
            /** @description Checkpoints of this manager within the range; none when the export is not verifiable. */
            checkpoints: components["schemas"]["AuditCheckpoint"][];
            /** @description The signature over the range; null when the export is not verifiable. */
            seal: components["schemas"]["AuditExportSeal"] | null;
        };
        /**
         * @description `superseded` once a newer certificate of the same host was used; `revoked`: refused everywhere, by a person's act or a new enrollment.
         * @enum {string}
         */
        CertificateStatus: "active" | "revoked" | "expired" | "superseded";
        /**
         * @description Who presents it: an agent (`host`), the manager to agents (`manager`), or the manager to browsers and tools (`web`).
         * @enum {string}
         */
        CertificateKind: "host" | "manager" | "web";
        /**
         * @description A certificate issued by the manager's certificate authority.
         * @example {
         *       "id": "01939f6e-4d5e-7f60-8172-8394a5b6c7d8",
         *       "kind": "host",
         *       "host_id": "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21",
         *       "hostname": "web1.example.org",
         *       "serial_number": "5f3c9a1e7b2d4c6f8091a2b3c4d5e6f7",
         *       "fingerprint_sha256": "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
         *       "subject_alt_names": [
         *         "DNS:01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21.host.fleetmend.internal",
         *         "URI:urn:fleetmend:host:01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21"
         *       ],
         *       "status": "active",
         *       "not_before": "2026-01-15T08:25:00.000Z",
         *       "not_after": "2026-04-15T08:30:00.000Z",
         *       "issued_at": "2026-01-15T08:30:00.000Z",
         *       "revoked_at": null,
         *       "revocation_reason": null
         *     }
         */
        Certificate: {
            id: components["schemas"]["Uuid"];
            kind: components["schemas"]["CertificateKind"];
            /** @description Null for certificates of the manager. */
            host_id: components["schemas"]["NullableUuid"];
            /** @description The common name, for people; the identity is in the SAN. */
            hostname: string | null;
            /** @description Hexadecimal, random. */
            serial_number: string;
            /** @description SHA-256 of the DER, hexadecimal. */
            fingerprint_sha256: string;
            /** @description Names and addresses it is valid for, such as `DNS:web-1.example.org`. */
            subject_alt_names: string[];
            status: components["schemas"]["CertificateStatus"];
            not_before: components["schemas"]["Timestamp"];
            /** @description When it expires. */
            not_after: components["schemas"]["Timestamp"];
            issued_at: components["schemas"]["Timestamp"];
            revoked_at: components["schemas"]["NullableTimestamp"];
            /** @description Why it was revoked; null unless it was. */
            revocation_reason: string | null;
        };
        /** @description The root that signs certificates now, and its revocation list. */
        Authority: {
            /** @description The common name of the root. */
            name: string;
            /** @description Serial number of the certificate, hexadecimal. */
            serial_number: string;
            /** @description SHA-256 of the DER of the root, hexadecimal. */
            fingerprint_sha256: string;
            /** @description SHA-256 of its public key, hexadecimal. Agents pin this (`ca_fingerprint`). */
            public_key_sha256: string;
            not_before: components["schemas"]["Timestamp"];
            not_after: components["schemas"]["Timestamp"];
            /**
             * @description Where the private key is kept. `database`: encrypted there with the key in the manager's data directory.
             * @enum {string}
             */
            key_kept: "database";
            /** @description When the revocation list was last signed. */
            crl_signed_at: components["schemas"]["Timestamp"];
            /** @description The revocation list is valid until then; it is signed again well before. */
            crl_next_update_at: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description Certificates on the revocation list.
             */
            revoked_total: number;
            /**
             * Format: int32
             * @description Active certificates that the authority has issued.
             */
            active_total: number;
            /** @description Active certificates by the week in which they expire; the last entry counts all that expire later. */
            weeks: components["schemas"]["ExpiryWeek"][];
        };
        /** @description The roots of the certificate authority, and its rotation. */
        RootRotation: {
            /** @description The pending signing request; null when there is none. */
            request: components["schemas"]["AuthorityRequest"] | null;
            /** @description Trusted ones first, then the others, newest first. */
            roots: components["schemas"]["RootCertificate"][];
            /** @description The rotation in progress, else the last one; null when there was none. */
            rotation: components["schemas"]["Rotation"] | null;
        };
        /** @description A root of the certificate authority. */
        RootCertificate: {
            /** @description SHA-256 of the DER, hexadecimal. */
            fingerprint_sha256: string;
            /** @description Its common name. */
            name: string;
            /** @description Serial number of the certificate, hexadecimal. */
            serial_number: string;
            /** @description SHA-256 of the public key that agents pin: its own, or that of the root above it. */
            public_key_sha256: string;
            not_before: components["schemas"]["Timestamp"];
            not_after: components["schemas"]["Timestamp"];
            /**
             * @description `in_use`: signs certificates. During a rotation `leaving` is the old root and `coming` the new one; both are trusted. `retired`: no longer trusted.
             * @enum {string}
             */
            state: "in_use" | "coming" | "leaving" | "retired";
            retired_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: int32
             * @description Active host certificates that it has signed.
             */
            host_certificates: number;
            /** @description Subject of the offline root above it, which agents pin; null when it is a root itself. */
            issuer_name: string | null;
            /** @description The certificate, followed by the root above it if there is one. */
            certificate_pem: string;
        };
        /** @description A certificate signing request for an offline root. */
        AuthorityRequest: {
            /** @description PKCS#10, PEM. */
            csr_pem: string;
            /** @description SHA-256 of the public key (SPKI, DER), hexadecimal. */
            public_key_sha256: string;
            /** @description User name of the creator. */
            made_by: string;
            made_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description An authority made elsewhere that replaces the root.
         * @example {
         *       "certificates_pem": "-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n"
         *     }
         */
        OwnRotationRequest: {
            /** @description The authority's certificate and, unless it is a root, that of the root that signed it; PEM, in any order. */
            certificates_pem: string;
            /** @description Its private key, PEM without a passphrase; stored encrypted and never shown again. Absent: the key of `createAuthorityRequest`. */
            key_pem?: string;
        };
        /** @description The replacement of the root certificate. */
        Rotation: {
            id: components["schemas"]["Uuid"];
            /**
             * @description `rolling` → `finishing` (half a minute) → `finished`, or `rolling` → `going_back` → `gone_back`.
             * @enum {string}
             */
            phase: "rolling" | "finishing" | "finished" | "going_back" | "gone_back";
            /** @description No further host is moved while it is paused. */
            paused: boolean;
            /** @description Fingerprint of the old root. */
            old_root: string;
            /** @description Fingerprint of the new root. */
            new_root: string;
            /** @description User name of the person who started it. */
            begun_by: string;
            begun_at: components["schemas"]["Timestamp"];
            /** @description When the present phase started. */
            phase_at: components["schemas"]["Timestamp"];
            /** @description When it finished or was rolled back; null before. */
            ended_at: components["schemas"]["NullableTimestamp"];
            /** @description Why hosts were dropped; null when none were. */
            reason: string | null;
            hosts: components["schemas"]["RotationHosts"];
        };
        /** @description Progress of the rotation over the hosts. */
        RotationHosts: {
            /**
             * Format: int32
             * @description Hosts of the rotation.
             */
            total: number;
            /**
             * Format: int32
             * @description Nothing done yet.
             */
            waiting: number;
            /**
             * Format: int32
             * @description The agent trusts both roots.
             */
            trusting: number;
            /**
             * Format: int32
             * @description Reached with a certificate of the remaining root.
             */
            done: number;
            /**
             * Format: int32
             * @description Not done, and the last attempt failed.
             */
            failing: number;
            /**
             * Format: int32
             * @description Not done and unreachable; they continue when they answer.
             */
            away: number;
        };
        /**
         * @description `waiting`: nothing done yet; `trusting`: its agent trusts both roots; `done`: it uses a certificate of the new root.
         * @enum {string}
         */
        RotationHostState: "waiting" | "trusting" | "done";
        /** @description One host in the rotation. */
        RotationHost: {
            host_id: components["schemas"]["Uuid"];
            /** @description Display name of the host, else its FQDN. */
            name: string;
            /** @description `waiting`: nothing done yet; `trusting`: its agent trusts both roots; `done`: it uses a certificate of the new root. */
            state: components["schemas"]["RotationHostState"];
            /**
             * Format: int32
             * @description Failed attempts in a row.
             */
            failures: number;
            /** @description Why the last attempt failed. */
            problem: string | null;
            /** @description When the state last changed. */
            changed_at: components["schemas"]["Timestamp"];
            /** @description Last answer of the agent; null when it never answered. */
            last_seen_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description One page of hosts. */
        RotationHostList: {
            /** @description The hosts on this page. */
            hosts: components["schemas"]["RotationHost"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description Allows to finish although hosts still depend on the old root.
         * @example {}
         * @example {
         *       "reason": "The three machines in rack 4 were scrapped."
         *     }
         */
        FinishRotationRequest: {
            /** @description Why hosts that depend on the old root are dropped; absent, the call is refused while there are any. */
            reason?: string;
        };
        /** @description Number of certificates that expire in one week. */
        ExpiryWeek: {
            /** @description Start of the week, inclusive. */
            from: components["schemas"]["Timestamp"];
            /** @description Exclusive; null for the last. */
            to: components["schemas"]["NullableTimestamp"];
            /**
             * Format: int32
             * @description Active certificates that expire in it.
             */
            certificates: number;
        };
        /** @description One page of certificates. */
        CertificateList: {
            /** @description The certificates on this page. */
            certificates: components["schemas"]["Certificate"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description The name for the new certificate.
         * @example {
         *       "hostname": "db1.example.org"
         *     }
         */
        IssueCertificateRequest: {
            /** @description The common name. */
            hostname: components["schemas"]["Fqdn"];
        };
        /** @description A new certificate with its private key. */
        IssuedCertificate: {
            certificate: components["schemas"]["Certificate"];
            /** @description The certificate, PEM. */
            certificate_pem: components["schemas"]["Pem"];
            /** @description The root that the agent must trust, PEM. */
            ca_pem: components["schemas"]["Pem"];
            /** @description The private key (PKCS #8), shown only here and never stored. */
            key_pem: string;
        };
        /** @description The certificate that replaces all others of the host. */
        ReissuedCertificate: {
            certificate: components["schemas"]["Certificate"];
            /** @description The certificate, PEM. */
            certificate_pem: components["schemas"]["Pem"];
            /** @description The root that the agent must trust, PEM. */
            ca_pem: components["schemas"]["Pem"];
            /** @description Null when the agent made the key and installed the certificate; the private key when the host could not be reached. */
            key_pem: string | null;
            /** @description True when the agent uses the new certificate. */
            installed: boolean;
        };
        /**
         * @description An export of the configuration.
         * @example {
         *       "version": 1,
         *       "parts": {
         *         "groups": [
         *           {
         *             "name": "Databases",
         *             "description": null,
         *             "hosts": [
         *               {
         *                 "fqdn": "db1.example.org",
         *                 "machine_id": null
         *               }
         *             ]
         *           }
         *         ],
         *         "settings": {
         *           "polling": {
         *             "health_poll_interval_secs": 60
         *           }
         *         }
         *       }
         *     }
         */
        ConfigurationFile: {
            /**
             * Format: int32
             * @description Version of the file format.
             * @enum {integer}
             */
            version: 1;
            /** @description Parts by name, each of one feature. Parts of a feature that is absent are reported and skipped. Installed plugins add parts of their own. */
            parts: {
                /** @description Sections of the settings, as `getSettings` answers them. */
                settings?: {
                    [key: string]: unknown;
                };
                /** @description By name. */
                groups?: components["schemas"]["ConfigurationGroup"][];
                /** @description Maintenance windows of hosts and groups. */
                windows?: components["schemas"]["ConfigurationWindow"][];
                /** @description Change freezes. */
                freezes?: components["schemas"]["ConfigurationFreeze"][];
                /** @description Health checks of hosts. */
                health_checks?: components["schemas"]["ConfigurationHealthCheck"][];
                /** @description Patch policies. */
                policies?: components["schemas"]["ConfigurationPolicy"][];
                /** @description Report schedules. */
                report_schedules?: components["schemas"]["ConfigurationReportSchedule"][];
                notifications?: components["schemas"]["ConfigurationNotifications"];
            } & {
                [key: string]: unknown;
            };
        };
        /** @description Name of a thing, by which files refer to it instead of an id. */
        ConfigurationName: string;
        /** @description Limits it to hosts that are in one group of each list; absent: all hosts. */
        ConfigurationLimits: components["schemas"]["ConfigurationName"][][];
        /**
         * @description The file to compare with the present state.
         * @example {
         *       "file": {
         *         "version": 1,
         *         "parts": {
         *           "settings": {
         *             "polling": {
         *               "health_poll_interval_secs": 60
         *             }
         *           }
         *         }
         *       }
         *     }
         */
        PlanConfigurationImportRequest: {
            file: components["schemas"]["ConfigurationFile"];
            /**
             * @description Also remove what the parts of the file do not contain. Parts that the file lacks are untouched.
             * @default false
             */
            make_equal?: boolean;
        };
        /**
         * @description The file, and the hash of the difference that was reviewed.
         * @example {
         *       "file": {
         *         "version": 1,
         *         "parts": {
         *           "settings": {
         *             "polling": {
         *               "health_poll_interval_secs": 60
         *             }
         *           }
         *         }
         *       },
         *       "hash": "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef"
         *     }
         */
        ImportConfigurationRequest: {
            file: components["schemas"]["ConfigurationFile"];
            /**
             * @description Also remove what the parts of the file do not contain; must be as in the call that planned it.
             * @default false
             */
            make_equal?: boolean;
            hash: components["schemas"]["ConfigurationHash"];
        };
        /** @description SHA-256 of the difference and of what it was computed from. */
        ConfigurationHash: string;
        /**
         * @description What an import changes, by part.
         * @example {
         *       "hash": "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
         *       "parts": [
         *         {
         *           "name": "settings",
         *           "changes": [
         *             {
         *               "kind": "changed",
         *               "name": "polling",
         *               "fields": [
         *                 {
         *                   "name": "health_poll_interval_secs",
         *                   "before": "60",
         *                   "after": "30"
         *                 }
         *               ]
         *             }
         *           ],
         *           "unchanged": 5,
         *           "problems": []
         *         }
         *       ]
         *     }
         */
        ConfigurationDifference: {
            hash: components["schemas"]["ConfigurationHash"];
            /** @description The parts of the file, in the order in which they are applied. */
            parts: components["schemas"]["ConfigurationPartDifference"][];
        };
        /** @description What an import changes in one part. */
        ConfigurationPartDifference: {
            /** @description Name of the part, such as `groups`. */
            name: string;
            /** @description Things that are added, changed or removed. */
            changes: components["schemas"]["ConfigurationChange"][];
            /**
             * Format: int32
             * @description Number of things that are already as in the file.
             */
            unchanged: number;
            /** @description What cannot be imported, and why. */
            problems: components["schemas"]["ConfigurationProblem"][];
        };
        /** @description One thing that is added, changed or removed. */
        ConfigurationChange: {
            /**
             * @description What happens to it.
             * @enum {string}
             */
            kind: "added" | "changed" | "removed";
            /** @description Name of the section, group, …. */
            name: string;
            /** @description Fields that differ. */
            fields: components["schemas"]["ConfigurationField"][];
        };
        /** @description Values are JSON texts, cut behind 4,000 characters (then they end in `…`); null where there is none. */
        ConfigurationField: {
            /** @description Name of the field. */
            name: string;
            /** @description Present value. */
            before: string | null;
            /** @description Value after the import. */
            after: string | null;
        };
        /** @description Something that the import skips, or that must be done by hand. */
        ConfigurationProblem: {
            /** @description Name of the thing concerned. */
            name: string;
            /** @description What is wrong, and what to do. */
            message: string;
        };
        /** @description Content of the host's `/etc/machine-id`; unique among live hosts. All zeros are refused. */
        MachineId: string;
        /**
         * @description What an agent says of its host, and the key it wants certified.
         * @example {
         *       "machine_id": "4c4c4544004b5a10804ac4c04f4d3732",
         *       "fqdn": "web1.example.org",
         *       "ip_address": "10.0.4.21",
         *       "port": 9443,
         *       "os_details": {
         *         "os_family": "debian",
         *         "name": "Debian GNU/Linux 12 (bookworm)",
         *         "arch": "amd64"
         *       },
         *       "csr_pem": "-----BEGIN CERTIFICATE REQUEST-----\nMIHzMIGaAgEAMDgxNjA0BgNVBAMMLTxob3N0PjBZMBMGByqGSM49AgEGCCqGSM49\n-----END CERTIFICATE REQUEST-----\n"
         *     }
         */
        CreateEnrollmentRequest: {
            machine_id: components["schemas"]["MachineId"];
            fqdn: components["schemas"]["Fqdn"];
            ip_address: components["schemas"]["IpAddress"];
            /**
             * Format: int32
             * @description Port of the agent's listener.
             * @default 9443
             */
            port?: number;
            os_details: components["schemas"]["OsDetails"];
            /** @description PKCS #10 in PEM; RSA of at least 2048 bits, or P-256. Only its key is used. */
            csr_pem: string;
            /** @description A token that approves the request at once; absent, a person decides. */
            enrollment_token?: string;
        };
        /**
         * @description The recorded request, and the token to poll it with.
         * @example {
         *       "id": "01939f6c-2b3c-7d4e-8f50-617283940a1b",
         *       "polling_token": "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA",
         *       "expires_at": "2026-01-16T08:30:00.000Z"
         *     }
         */
        CreatedEnrollment: {
            id: components["schemas"]["Uuid"];
            /** @description 256 random bits, shown only here. */
            polling_token: string;
            /** @description 24 hours after the request. */
            expires_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description `expired` when nobody decided within 24 hours.
         * @enum {string}
         */
        EnrollmentState: "pending" | "approved" | "denied" | "expired";
        /**
         * @description How a request to enroll ended.
         * @enum {string}
         */
        DecidedEnrollmentState: "approved" | "denied" | "expired";
        /**
         * @description Host id and certificates are present once approved.
         * @example {
         *       "status": "pending"
         *     }
         */
        EnrollmentStatus: {
            status: components["schemas"]["EnrollmentState"];
            host_id?: components["schemas"]["Uuid"];
            certificate_pem?: components["schemas"]["Pem"];
            ca_pem?: components["schemas"]["Pem"];
        };
        /** @description An enrollment request that was approved, denied or has expired. */
        DecidedEnrollment: {
            id: components["schemas"]["Uuid"];
            /** @description Machine id that the agent sent. */
            machine_id: string;
            /** @description FQDN that the agent sent. */
            fqdn: string;
            /** @description Address at which the agent says it can be reached. */
            ip_address: string;
            /** @description Address that the request came from. */
            source_address: string | null;
            /** @description How the request ended. */
            state: components["schemas"]["DecidedEnrollmentState"];
            created_at: components["schemas"]["Timestamp"];
            /** @description When it was approved, denied, or expired. */
            decided_at: components["schemas"]["NullableTimestamp"];
            /** @description Who decided; null when it expired, or was decided before this was recorded. */
            decided_by: components["schemas"]["Decider"] | null;
            /** @description The host, when it was approved; it may have been deleted since. */
            host_id: components["schemas"]["NullableUuid"];
            /** @description When the agent fetched its certificate; null before. */
            fetched_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description Who decided. */
        Decider: {
            /**
             * @description A person, or an enrollment token.
             * @enum {string}
             */
            kind: "user" | "token";
            /** @description User name, or name of the token, at that time. */
            name: string;
        };
        /** @description One page of requests. */
        DecidedEnrollmentList: {
            /** @description The requests on this page. */
            enrollments: components["schemas"]["DecidedEnrollment"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description A pending request to join the fleet.
         * @example {
         *       "id": "01939f6c-2b3c-7d4e-8f50-617283940a1b",
         *       "machine_id": "4c4c4544004b5a10804ac4c04f4d3732",
         *       "fqdn": "web1.example.org",
         *       "ip_address": "10.0.4.21",
         *       "port": 9443,
         *       "os_details": {
         *         "os_family": "debian",
         *         "arch": "amd64"
         *       },
         *       "polling_token": "sha256:9f86d081884c7d65",
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "expires_at": "2026-01-16T08:30:00.000Z",
         *       "status": "pending",
         *       "public_key_fingerprint": "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
         *       "machine_id_in_use": false,
         *       "fqdn_in_use": false,
         *       "endpoint_in_use": false,
         *       "source_address": "10.0.4.21"
         *     }
         */
        EnrollmentRequest: {
            id: components["schemas"]["Uuid"];
            /** @description Machine id that the agent sent. */
            machine_id: string;
            /** @description FQDN that the agent sent. */
            fqdn: string;
            /** @description Address at which the agent says it can be reached. */
            ip_address: string;
            /**
             * Format: int32
             * @description Port of the agent's listener.
             */
            port: number;
            os_details: components["schemas"]["OsDetails"];
            /** @description A fingerprint of the token, never the token. */
            polling_token: string;
            created_at: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["Timestamp"];
            status: components["schemas"]["EnrollmentState"];
            /** @description SHA-256 of the CSR's public key, hexadecimal, to be compared with what the agent shows. */
            public_key_fingerprint: string;
            /** @description True when a live host has this machine id; approving needs `replace=true`. */
            machine_id_in_use: boolean;
            /** @description True when a live host with another machine id has this name, as its `fqdn` or its `display_name`, in upper or lower case. No enrollment token approves it; approving makes a second host of that name. */
            fqdn_in_use: boolean;
            /** @description True when another live host is recorded at this address and port and answered there at its last poll. No enrollment token approves it. */
            endpoint_in_use?: boolean;
            /** @description True when another pending request, with another key, has this machine id: one of them is not the machine that it claims to be, or both are clones of one image. */
            twin_pending?: boolean;
            /** @description Address that the request came from. */
            source_address: string | null;
        };
        /**
         * @description A new key, signed with the current one.
         * @example {
         *       "host_id": "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21",
         *       "csr_pem": "-----BEGIN CERTIFICATE REQUEST-----\nMIHzMIGaAgEAMDgxNjA0BgNVBAMMLTxob3N0PjBZMBMGByqGSM49AgEGCCqGSM49\n-----END CERTIFICATE REQUEST-----\n",
         *       "signature": "MEUCIQDk1rj7xg2mYJ0Yl5l8r1m7Yw=="
         *     }
         */
        RenewEnrollmentRequest: {
            host_id: components["schemas"]["Uuid"];
            /** @description PKCS #10 in PEM with the new key. */
            csr_pem: string;
            /** @description The agent's address, when it has changed. */
            address?: components["schemas"]["IpAddress"];
            /** @description Base64 of the signature (SHA-256; RSA PKCS #1 v1.5, or ECDSA in DER) by the current key over the UTF-8 text `fleetmend-renew-v1\n<host_id>\n<address or nothing>\n<csr_pem>`. */
            signature: string;
        };
        /**
         * @description The agent's present address, signed with its current key.
         * @example {
         *       "host_id": "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21",
         *       "address": "10.0.4.77",
         *       "signature": "MEUCIQDk1rj7xg2mYJ0Yl5l8r1m7Yw=="
         *     }
         */
        ReportAddressRequest: {
            host_id: components["schemas"]["Uuid"];
            /** @description Where the agent can be reached now; absent to ask only. */
            address?: components["schemas"]["IpAddress"];
            /** @description Base64 of the signature (SHA-256; RSA PKCS #1 v1.5, or ECDSA in DER) by the current key over the UTF-8 text `fleetmend-address-v1\n<host_id>\n<address or nothing>`. */
            signature: string;
        };
        /**
         * @description What the manager did with the reported address.
         * @example {
         *       "outcome": "moved",
         *       "ip_address": "10.0.4.77",
         *       "port": 9443,
         *       "reason": null
         *     }
         */
        AddressReport: {
            /**
             * @description `known`: the manager already uses this address, or was only asked; `moved`: it uses the new one from now on; `not_reached`: it could not reach this agent there, nothing changed; `still_answers`: this system still answers at the old address, nothing changed; `duplicate`: another system answers at the old address with this host's certificate, the host is flagged and not moved; `taken`: another host answers at the new address.
             * @enum {string}
             */
            outcome: "known" | "moved" | "not_reached" | "still_answers" | "duplicate" | "taken";
            /** @description The address that the manager calls. */
            ip_address: string;
            /**
             * Format: int32
             * @description The port that the manager calls.
             */
            port: number;
            /** @description With `not_reached`, why, such as `TIMEOUT`; else null. */
            reason: string | null;
        };
        /** @description The new certificate and the roots to trust. */
        RenewedCertificate: {
            /** @description The new certificate, PEM. */
            certificate_pem: components["schemas"]["Pem"];
            /** @description The roots that the agent must trust, PEM. */
            ca_pem: components["schemas"]["Pem"];
        };
        /**
         * @description A new token for unattended enrollment.
         * @example {
         *       "name": "Rack 4",
         *       "expires_in_secs": 3600,
         *       "max_uses": 20,
         *       "allowed_network": "10.0.4.0/24"
         *     }
         */
        CreateEnrollmentTokenRequest: {
            /** @description Name of the token, to recognize it later. */
            name?: string;
            /**
             * Format: int32
             * @description Seconds until the token expires.
             * @default 86400
             */
            expires_in_secs?: number;
            /**
             * Format: int32
             * @description Hosts that may enroll with it.
             * @default 1
             */
            max_uses?: number;
            /** @description Address or network in CIDR notation (`10.0.4.0/24`) that hosts must come from; null for any. */
            allowed_network?: string | null;
        };
        /** @description A token that approves enrollments, without its secret. */
        EnrollmentToken: {
            id: components["schemas"]["Uuid"];
            /** @description Name of the token; null when it has none. */
            name: string | null;
            /**
             * Format: int32
             * @description Number of hosts that may enroll with it.
             */
            max_uses: number;
            /**
             * Format: int32
             * @description Number of hosts that have enrolled with it.
             */
            uses: number;
            /** @description Address or CIDR network that hosts must come from; null for any. */
            allowed_network: string | null;
            expires_at: components["schemas"]["Timestamp"];
            created_by: components["schemas"]["UserRef"];
            created_at: components["schemas"]["Timestamp"];
            last_used_at: components["schemas"]["NullableTimestamp"];
        };
        /**
         * @description How to install an agent.
         * @example {
         *       "manager_url": "https://10.0.4.2:8443",
         *       "is_url_configured": true,
         *       "is_url_loopback": false,
         *       "command": "r=$(curl -fsSk https://10.0.4.2:8443/api/v1/ca/root.crt) && echo \"$r\" | sha256sum | grep -q e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 || ! echo 'this is not the root certificate of the manager' >&2 && { echo PROOF; echo \"$r\" | curl -fsS --cacert /dev/stdin --connect-to manager.fleetmend.internal:8443:10.0.4.2:8443 -H Host:10.0.4.2:8443 https://manager.fleetmend.internal:8443/install.sh || echo exit 1; } | $(command -v sudo) sh -s --",
         *       "packages": []
         *     }
         */
        Installer: {
            /** @description The URL in the command, where hosts must reach this manager. */
            manager_url: string;
            /** @description True when it is `public_url` of the configuration. Otherwise it is the address that the caller used, which hosts may not be able to reach. */
            is_url_configured: boolean;
            /** @description True when no other machine can reach it. */
            is_url_loopback: boolean;
            /** @description The shell command, with the word `PROOF` to be replaced. */
            command: string;
            /** @description Agent packages that this manager offers. */
            packages: components["schemas"]["AgentPackage"][];
        };
        /**
         * @description A package of the agent.
         * @example {
         *       "name": "fleetmend-agent_0.1.0_amd64.deb",
         *       "format": "deb",
         *       "arch": "x64",
         *       "version": "0.1.0",
         *       "size_bytes": 27271234,
         *       "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
         *     }
         */
        AgentPackage: {
            /** @description Name of the file. */
            name: string;
            /**
             * @description Package format.
             * @enum {string}
             */
            format: "deb" | "rpm";
            /** @description Processor as Node says it: `x64`, `arm64`. */
            arch: string;
            /** @description Version of the agent. */
            version: string;
            /**
             * Format: int64
             * @description Size of the file, in bytes.
             */
            size_bytes: number;
            /** @description SHA-256 of the file, hexadecimal. */
            sha256: string;
        };
        /**
         * @description A new token with its secret.
         * @example {
         *       "id": "01939f6d-3c4d-7e5f-9061-728394a5b6c7",
         *       "name": "Rack 4",
         *       "max_uses": 20,
         *       "uses": 0,
         *       "allowed_network": "10.0.4.0/24",
         *       "expires_at": "2026-01-15T09:30:00.000Z",
         *       "created_by": {
         *         "id": "01939f6a-0000-7b1a-9d2e-5f0c8a4b6e21",
         *         "username": "admin"
         *       },
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "last_used_at": null,
         *       "token": "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA.2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"
         *     }
         */
        CreatedEnrollmentToken: {
            id: components["schemas"]["Uuid"];
            /** @description Name of the token; null when it has none. */
            name: string | null;
            /**
             * Format: int32
             * @description Number of hosts that may enroll with it.
             */
            max_uses: number;
            /**
             * Format: int32
             * @description Number of hosts that have enrolled with it.
             */
            uses: number;
            /** @description Address or CIDR network that hosts must come from; null for any. */
            allowed_network: string | null;
            expires_at: components["schemas"]["Timestamp"];
            created_by: components["schemas"]["UserRef"];
            created_at: components["schemas"]["Timestamp"];
            last_used_at: components["schemas"]["NullableTimestamp"];
            /** @description `<secret>.<sha256 of the root's public key>`. Shown only here, and for a day to a repetition of the call with its key. */
            token: string;
        };
        /** @description One page of tokens. */
        EnrollmentTokenList: {
            /** @description The tokens on this page. */
            tokens: components["schemas"]["EnrollmentToken"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description How long closed findings and expired exceptions are kept. */
        ExposureRetentionSettings: {
            /**
             * Format: int32
             * @description CVEs and patches of hosts, since they were closed. Initially 730.
             */
            closed_days: number;
            /**
             * Format: int32
             * @description Exceptions, since they expired. Initially 90.
             */
            exceptions_days: number;
        };
        /** @description Absent fields keep their value; all values are in days. */
        UpdateExposureRetentionSettings: {
            /**
             * Format: int32
             * @description Days that closed CVEs and patches of hosts are kept.
             */
            closed_days?: number;
            /**
             * Format: int32
             * @description Days that expired exceptions are kept.
             */
            exceptions_days?: number;
        };
        /** @description As CVE-2024-1234. */
        CveName: string;
        /**
         * @description `closed` once it is no longer open on the host.
         * @enum {string}
         */
        FindingState: "open" | "closed";
        /**
         * @description Order of the list; a leading `-` is descending.
         * @default -priority
         * @enum {string}
         */
        CveSort: "priority" | "-priority" | "hosts_open" | "-hosts_open" | "epss" | "-epss" | "first_seen_at" | "-first_seen_at" | "cve" | "-cve";
        /** @description A package whose patch fixes it. */
        CvePackage: {
            /** @description Name of the package. */
            name: string;
            /** @description In a list with `host_id`, the version offered to that host; empty for all but the first package of a CVE. Otherwise the version last offered to any host of any distribution. */
            fixed_version: string;
        };
        /** @description CVEs without a fix, by the imported feeds and the installed packages. At most half a minute behind. */
        ExposureWithoutFix: {
            /**
             * Format: int32
             * @description Different CVEs that no package source fixes yet.
             */
            cves_open: number;
            /**
             * Format: int32
             * @description Those among them that are known to be exploited.
             */
            exploited_open: number;
            /**
             * Format: int32
             * @description Hosts with at least one of them.
             */
            hosts_affected: number;
            /**
             * Format: int32
             * @description Hosts whose release is in a feed and whose packages are known. For all other hosts it is unknown what has no fix.
             */
            hosts_judged: number;
            /**
             * Format: int32
             * @description Those whose (older) agents report no source packages: each package is taken for its own source, so CVEs may be missing.
             */
            hosts_guessed: number;
        };
        /**
         * @description Whether a source of a host fixes the CVE there.
         * @enum {string}
         */
        CveFix: "available" | "none";
        /** @description Where a CVE is open without a fix, over the hosts that the caller may see. */
        CveWithoutFix: {
            /**
             * Format: int32
             * @description Hosts that have the CVE and no fix for it.
             */
            hosts: number;
            /**
             * Format: int32
             * @description Other hosts, not counted: they only have packages that `exposure_without_fix.set_aside` of the settings excludes.
             */
            hosts_set_aside: number;
            /**
             * Format: int32
             * @description Other hosts where it is unknown: their package is from another release, for which the feed says nothing.
             */
            hosts_unknown: number;
            /** @description Source packages concerned, at most 20. */
            sources: components["schemas"]["UnfixedSource"][];
        };
        /** @description A source package that has the CVE in a release, and what its distribution decided. */
        UnfixedSource: {
            /** @description Name of the source package. */
            source: string;
            /** @description The release: of Debian its name (`bookworm`), of Enterprise Linux its version (`el9`; `el9.4` where the distribution says it of that minor release alone), of SUSE `sle15.6`, `slmicro6.0`, `leap15.6`, `tumbleweed`. */
            release: string;
            /**
             * @description Decision of the distribution: `none` nothing yet; `no_dsa` too minor for an advisory of its own, a fix may come with a point release (Debian alone); `postponed` to be fixed later; `ignored` not to be fixed in this release; `end_of_life` the package or the release is no longer supported.
             * @enum {string}
             */
            decision: "none" | "no_dsa" | "postponed" | "ignored" | "end_of_life";
        };
        /** @description A CVE that is or was open on a host. */
        Cve: {
            cve: components["schemas"]["CveName"];
            /** @description The highest severity of the advisories that name it, or of its distribution's imported documents; `unrated` where none is published. */
            severity: components["schemas"]["SecuritySeverity"];
            /** @description Whether it is in the imported catalogue of known-exploited vulnerabilities (CISA KEV); false also when none is imported. */
            exploited: boolean;
            /**
             * Format: date
             * @description Day on which it was listed; null when it is not.
             */
            exploited_since: string | null;
            /**
             * Format: double
             * @description EPSS: probability of exploitation within 30 days; null without a score.
             */
            epss: number | null;
            /**
             * Format: double
             * @description Share of all scored CVEs with the same or a lower score; null without a score.
             */
            epss_percentile: number | null;
            /**
             * Format: double
             * @description The highest CVSS v3 base score in imported CSAF documents; null without them, and where there is none.
             */
            cvss: number | null;
            /** @description Vector of `cvss`; null without a score. */
            cvss_vector: string | null;
            /**
             * Format: date
             * @description Day of publication, by imported CSAF documents; null when unknown.
             */
            published_on: string | null;
            /**
             * Format: int32
             * @description Hosts with a pending patch that fixes it; hosts without a fix are not counted.
             */
            hosts_open: number;
            /**
             * Format: int32
             * @description Rank by urgency, known-exploited above all others, then by severity, then by EPSS score.
             */
            priority: number;
            /** @description When the manager first saw it open on a host; null when that was before it was recorded. */
            first_seen_at: components["schemas"]["Timestamp"] | null;
            /** @description When it was last closed on a host that the caller may see; null in lists, and if it never was. */
            last_closed_at: components["schemas"]["Timestamp"] | null;
            /** @description Packages whose patch fixes it, at most 20. */
            packages: components["schemas"]["CvePackage"][];
            /** @description Hosts where no source fixes it yet; null when that is unknown for all hosts. */
            without_fix: components["schemas"]["CveWithoutFix"] | null;
        };
        /** @description One page of cves. */
        CveList: {
            /** @description The cves on this page. */
            cves: components["schemas"]["Cve"][];
            /**
             * Format: int32
             * @description Number of CVEs that match, over all pages.
             */
            total: number;
            /**
             * Format: int32
             * @description With `fix=none`: matching CVEs that are not listed because they are only in packages that `exposure_without_fix.set_aside` of the settings excludes; else 0.
             */
            set_aside: number;
            /**
             * Format: int32
             * @description With `fix=none`: matching CVEs that are not listed because it is unknown whether hosts have them (see `hosts_unknown` of `CveWithoutFix`); else 0.
             */
            unknown: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description One CVE on one host, from when it was opened there to when it was closed. */
        Finding: {
            /** @description Id of the row; for a CVE without a fix, the id of the host. */
            id: components["schemas"]["Uuid"];
            host_id: components["schemas"]["Uuid"];
            /** @description FQDN of the host. */
            fqdn: string;
            /** @description Display name of the host; null when it has none. */
            display_name: string | null;
            state: components["schemas"]["FindingState"];
            fix: components["schemas"]["CveFix"];
            /** @description Packages that lack the patch, or lacked it; without a fix, packages built from an affected source, not all of which need be affected. */
            packages: string[];
            /** @description The version last offered for the first of the packages; null without a fix. */
            fixed_version: string | null;
            /** @description Null when it was open before that was recorded, and without a fix. */
            opened_at: components["schemas"]["Timestamp"] | null;
            /** @description Null while it is open. */
            closed_at: components["schemas"]["Timestamp"] | null;
            /** @description `PATCHED`: the patch is no longer pending (for a kernel: and the host was restarted); `NOT_NAMED`: it is pending, but its source no longer names the CVE. Null while it is open. */
            closed_by: string | null;
        };
        /** @description One page of a CVE's history on hosts. */
        FindingList: {
            /** @description The findings on this page. */
            hosts: components["schemas"]["Finding"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description A package to patch, with its rank and the reasons for it. */
        PatchOrderItem: {
            /**
             * Format: int32
             * @description Position in the order, from 1.
             */
            rank: number;
            /** @description Name of the package. */
            package: string;
            /**
             * Format: int32
             * @description Hosts that lack the patch.
             */
            hosts: number;
            /**
             * Format: int32
             * @description Hosts on which the patch is overdue.
             */
            hosts_overdue: number;
            /** @description The highest severity of its advisories. */
            severity: components["schemas"]["SecuritySeverity"];
            /** @description Known-exploited CVEs that it fixes, at most 20. */
            exploited_cves: components["schemas"]["CveName"][];
            /**
             * Format: int32
             * @description Number of CVEs that it fixes; 0 when its source names none.
             */
            cves: number;
            /**
             * Format: double
             * @description The highest EPSS score of these CVEs; null when none has a score.
             */
            epss: number | null;
            /** @description When it is first due on a host; null when no due time is recorded. */
            earliest_due_at: components["schemas"]["Timestamp"] | null;
            /** @description Why it has this rank, in sentences, most important first. */
            reasons: string[];
        };
        /** @description Packages with a pending security patch, in the order to patch them. */
        PatchOrder: {
            /** @description The first packages of the order. */
            packages: components["schemas"]["PatchOrderItem"][];
            /** @description Cursor of the next page; null on the last page. */
            next_cursor: string | null;
            /**
             * Format: int32
             * @description Number of packages in the whole order.
             */
            total: number;
            computed_at: components["schemas"]["Timestamp"];
        };
        /** @description A security patch that is overdue on a host. */
        Breach: {
            id: components["schemas"]["Uuid"];
            host_id: components["schemas"]["Uuid"];
            /** @description FQDN of the host. */
            fqdn: string;
            /** @description Display name of the host; null when it has none. */
            display_name: string | null;
            /** @description Name of the package. */
            package: string;
            /** @description Architecture of the package. */
            arch: string;
            severity: components["schemas"]["SecuritySeverity"];
            /** @description The installed version. */
            current_version: string;
            /** @description The version that the host is offered. */
            available_version: string;
            /** @description Whether the package is held at its version. */
            held: boolean;
            /** @description When the manager first saw the patch pending there. */
            since: components["schemas"]["Timestamp"];
            /** @description `since` plus the days that the service level allows. */
            due_at: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description Whole days over the service level.
             */
            over_days: number;
        };
        /** @description One page of overdue patches. */
        BreachList: {
            /** @description The breaches on this page. */
            breaches: components["schemas"]["Breach"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /**
             * Format: int32
             * @description Hosts with at least one of them.
             */
            hosts_total: number;
            levels: components["schemas"]["ServiceLevels"];
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description State of a pending patch towards the service level of its severity: `late` is overdue; `in_time` is not yet; `excepted` is held and not overdue until its exception expires; `not_recorded` was pending before that was recorded, so it has no due time.
         * @enum {string}
         */
        PatchStanding: "late" | "in_time" | "not_recorded" | "excepted";
        /** @description A pending security patch of one host. */
        ExposurePatch: {
            id: components["schemas"]["Uuid"];
            host_id: components["schemas"]["Uuid"];
            /** @description FQDN of the host. */
            fqdn: string;
            /** @description Display name of the host; null when it has none. */
            display_name: string | null;
            /** @description Name of the package. */
            package: string;
            /** @description Architecture of the package. */
            arch: string;
            severity: components["schemas"]["SecuritySeverity"];
            /** @description The installed version. */
            current_version: string;
            /** @description The version that the host is offered. */
            available_version: string;
            /** @description Whether the package is held at its version. */
            held: boolean;
            standing: components["schemas"]["PatchStanding"];
            /** @description Null when it was pending before that was recorded. */
            since: components["schemas"]["Timestamp"] | null;
            /** @description Null where `since` is. */
            due_at: components["schemas"]["Timestamp"] | null;
            /**
             * Format: int32
             * @description Whole days over the service level; null while it is not beyond it.
             */
            over_days: number | null;
            /** @description Expiry of the exception in force; null without one. */
            excepted_until: components["schemas"]["Timestamp"] | null;
        };
        /** @description One page of pending security patches. */
        ExposurePatchList: {
            /** @description The patches on this page. */
            patches: components["schemas"]["ExposurePatch"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /**
             * Format: int32
             * @description Hosts with at least one of them.
             */
            hosts_total: number;
            levels: components["schemas"]["ServiceLevels"];
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description `in_force`: it excepts a held patch; `not_held`: the package is no longer held, so its patch counts; `nothing_pending`: no security patch of the package is pending; `expired`.
         * @enum {string}
         */
        ExceptionState: "in_force" | "not_held" | "nothing_pending" | "expired";
        /** @description A held package of a host that is not counted as overdue for a while. */
        ExposureException: {
            id: components["schemas"]["Uuid"];
            host_id: components["schemas"]["Uuid"];
            /** @description FQDN of the host. */
            fqdn: string;
            /** @description Name of the package, without architecture. */
            package: string;
            /** @description Why the package is held. */
            reason: string;
            state: components["schemas"]["ExceptionState"];
            expires_at: components["schemas"]["Timestamp"];
            created_by: components["schemas"]["UserRef"];
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description One page of exceptions. */
        ExposureExceptionList: {
            /** @description The exceptions on this page. */
            exceptions: components["schemas"]["ExposureException"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description A held package that is excepted from its service level for a while. */
        CreateExposureExceptionRequest: {
            host_id: components["schemas"]["Uuid"];
            /** @description Name of the package, without architecture. */
            package: string;
            /** @description Why the package is held, for whoever reads it in half a year. */
            reason: string;
            /** @description When the exception expires, at most a year from now. */
            expires_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description `kev`: known-exploited vulnerabilities of CISA; `epss`: scores of FIRST; `debian-tracker`: Debian's security tracker; `csaf-redhat` and `csaf-suse`: CSAF documents of Red Hat and SUSE.
         * @enum {string}
         */
        ExposureDataSetKind: "kev" | "epss" | "debian-tracker" | "csaf-redhat" | "csaf-suse";
        /** @description What was imported of the products that CSAF documents call affected without a fix. What is excluded is counted once per product and CVE. */
        ExposureAffected: {
            /**
             * Format: int32
             * @description Imported as open without a fix, counted by release, source package and CVE.
             */
            open: number;
            /**
             * Format: int32
             * @description The same, but the file names a fix in that release elsewhere, so it counts as fixed.
             */
            mended: number;
            /**
             * Format: int32
             * @description Excluded: not in a release that hosts have (containers, other products).
             */
            elsewhere: number;
            /**
             * Format: int32
             * @description Excluded: part of one stream of a module, and hosts do not report their stream.
             */
            modules: number;
            /**
             * Format: int32
             * @description Excluded: the document does not name it as an rpm package.
             */
            unnamed: number;
        };
        /** @description A vulnerability feed as it was last imported. */
        ExposureDataSet: {
            kind: components["schemas"]["ExposureDataSetKind"];
            /** @description Version of the catalogue or the model; for `debian-tracker` its newest CVE; for CSAF the number of documents. */
            version: string;
            /** @description Date in the file, for CSAF that of its newest document; for `debian-tracker`, which has none, `published_at` of its import or the time of import. */
            source_date: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description Whole days since the source date.
             */
            age_days: number;
            imported_at: components["schemas"]["Timestamp"];
            imported_by: components["schemas"]["UserRef"];
            /** @description SHA-256 of the file as it was sent, hexadecimal. */
            sha256: string;
            /**
             * Format: int32
             * @description Number of entries that were imported.
             */
            rows: number;
            /** @description Only for CSAF; null also when it was imported by an older manager that did not read it: import it again. */
            affected: components["schemas"]["ExposureAffected"] | null;
            /** @description False while it is still being applied to known CVEs. */
            applied: boolean;
        };
        /** @description The imported feeds, and where each comes from. */
        ExposureDataSetList: {
            /** @description The feeds that were imported, by kind. */
            data_sets: components["schemas"]["ExposureDataSet"][];
            /**
             * Format: int32
             * @description Number of items on all pages.
             */
            total: number;
            /** @description Cursor of the next page; null on the last page. */
            next_cursor: string | null;
            /** @description All kinds that can be imported. */
            kinds: components["schemas"]["ExposureDataSetKind"][];
            /** @description Download settings and result, by kind. */
            sources: components["schemas"]["ExposureDataSetSource"][];
        };
        /** @description Whether the manager downloads a feed, and the last result. */
        ExposureDataSetSource: {
            kind: components["schemas"]["ExposureDataSetKind"];
            /** @description Whether the daily download is on; off by default. */
            enabled: boolean;
            /** @description A download or an import is in progress on some manager; after a crash it stays true for at most 15 minutes. */
            under_way: boolean;
            /** @description Time of the last attempt, successful or not; null before the first. */
            last_attempt_at: components["schemas"]["NullableTimestamp"];
            /** @description Why the last attempt failed; null when it succeeded. The previous feed is kept. */
            last_error: components["schemas"]["ExposureFetchError"] | null;
            /** @description It is next downloaded at the first full hour after this; null while it is off. */
            next_attempt_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description Why a download brought nothing. */
        ExposureFetchError: {
            /** @description Code of the error, stable for programs. */
            code: string;
            /** @description What happened. */
            message: string;
            /** @description What can be done. */
            advice: string;
        };
        /** @description Which vulnerability feeds the manager downloads daily, and from where. Off by default. URLs are https; redirects are followed three times, and only to https. */
        ExposureFetchSettings: {
            /** @description Download the catalogue of known-exploited vulnerabilities daily. */
            kev_enabled: boolean;
            /** @description Its https URL; empty for the one of CISA. */
            kev_url: string;
            /** @description Download the EPSS scores daily. */
            epss_enabled: boolean;
            /** @description Their https URL; empty for the one of FIRST. */
            epss_url: string;
            /** @description Download the data of the Debian security tracker daily. */
            debian_tracker_enabled: boolean;
            /** @description Its https URL; empty for Debian's own. */
            debian_tracker_url: string;
            /** @description Download daily; needs the URL. */
            csaf_redhat_enabled: boolean;
            /** @description https URL of a document or an archive, as in `importExposureDataSet`; empty for none. */
            csaf_redhat_url: string;
            /** @description Download daily; needs the URL. */
            csaf_suse_enabled: boolean;
            /** @description The same for SUSE. */
            csaf_suse_url: string;
        };
        /** @description What does not count among CVEs without a fix. Existing patches are offered nevertheless. */
        ExposureWithoutFixSettings: {
            /** @description Names of installed packages, with `*` at the end as a wildcard. A host that has only these packages of a source is not counted for its CVEs. Initially kernel packages that contain headers and no code. */
            set_aside: components["schemas"]["SetAsidePackage"][];
        };
        /** @description Name of an installed package, or the beginning of one and a `*`. */
        SetAsidePackage: string;
        /** @description Absent fields keep their value. */
        UpdateExposureWithoutFixSettings: {
            /** @description Replaces the whole list. */
            set_aside?: components["schemas"]["SetAsidePackage"][];
        };
        /** @description Absent fields keep their value. */
        UpdateExposureFetchSettings: {
            /** @description Download the catalogue of known-exploited vulnerabilities daily. */
            kev_enabled?: boolean;
            /** @description Its https URL; empty for the one of CISA. */
            kev_url?: string;
            /** @description Download the EPSS scores daily. */
            epss_enabled?: boolean;
            /** @description Their https URL; empty for the one of FIRST. */
            epss_url?: string;
            /** @description Download the data of the Debian security tracker daily. */
            debian_tracker_enabled?: boolean;
            /** @description Its https URL; empty for Debian's own. */
            debian_tracker_url?: string;
            /** @description Download the CSAF documents of Red Hat daily; needs their URL. */
            csaf_redhat_enabled?: boolean;
            /** @description https URL of a document or an archive of documents; empty for none. */
            csaf_redhat_url?: string;
            /** @description Download the CSAF documents of SUSE daily; needs their URL. */
            csaf_suse_enabled?: boolean;
            /** @description https URL of a document or an archive of documents; empty for none. */
            csaf_suse_url?: string;
        };
        /** @description Age of an imported feed. */
        ExposureDataSetDate: {
            kind: components["schemas"]["ExposureDataSetKind"];
            source_date: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description Whole days since its source date.
             */
            age_days: number;
        };
        /** @description Patches, not hosts. */
        PatchesBySeverity: {
            /**
             * Format: int32
             * @description Patches of critical severity.
             */
            critical: number;
            /**
             * Format: int32
             * @description Patches of important severity.
             */
            important: number;
            /**
             * Format: int32
             * @description Patches of moderate severity.
             */
            moderate: number;
            /**
             * Format: int32
             * @description Patches of low severity.
             */
            low: number;
            /**
             * Format: int32
             * @description Patches for which no severity is published.
             */
            unrated: number;
        };
        /** @description Figures on vulnerabilities, over the hosts that the caller may see. */
        Exposure: {
            /**
             * Format: int32
             * @description Different CVEs that a pending patch fixes; those without a fix are not counted.
             */
            cves_open: number;
            /**
             * Format: int32
             * @description Those among them that are known to be exploited.
             */
            exploited_open: number;
            /**
             * Format: int32
             * @description Hosts with a pending security patch.
             */
            hosts_affected: number;
            /**
             * Format: int32
             * @description Pending security patches, counted per host, for which no CVE is named.
             */
            patches_unnamed: number;
            /**
             * Format: int32
             * @description Hosts with an overdue patch.
             */
            hosts_beyond: number;
            /**
             * Format: int32
             * @description Overdue patches, counted for each host.
             */
            patches_beyond: number;
            patches_beyond_by_severity: components["schemas"]["PatchesBySeverity"];
            /**
             * Format: int32
             * @description Pending patches without a recorded start, which therefore cannot be overdue.
             */
            patches_not_recorded: number;
            /**
             * Format: int32
             * @description Exceptions that have not expired.
             */
            exceptions: number;
            /**
             * Format: int32
             * @description Hosts whose last list is still being processed.
             */
            hosts_unread: number;
            /** @description What no source fixes yet, counted separately from all other figures and service levels. Null when unknown: without an imported feed that says so (the Debian security tracker or CSAF documents), or without package lists. */
            without_fix: components["schemas"]["ExposureWithoutFix"] | null;
            levels: components["schemas"]["ServiceLevels"];
            /** @description Age of the imported feeds. Without `kev` it is unknown which CVEs are exploited, without `epss` none has a score. */
            data_sets: components["schemas"]["ExposureDataSetDate"][];
            computed_at: components["schemas"]["Timestamp"];
        };
        /** @description Days within which a host must have a security patch, by the highest severity of its advisories, counted from when the manager first saw it pending. Reports use them too. */
        ServiceLevels: {
            /**
             * Format: int32
             * @description Days allowed for patches of critical severity. Initially 7.
             */
            critical_days: number;
            /**
             * Format: int32
             * @description Days allowed for patches of important severity. Initially 14.
             */
            important_days: number;
            /**
             * Format: int32
             * @description Days allowed for patches of moderate severity. Initially 30.
             */
            moderate_days: number;
            /**
             * Format: int32
             * @description Days allowed for patches of low severity. Initially 90.
             */
            low_days: number;
            /**
             * Format: int32
             * @description For patches without a published severity. Initially 14.
             */
            unrated_days: number;
        };
        /** @description Absent fields keep their value; all values are in days. */
        UpdateServiceLevels: {
            /**
             * Format: int32
             * @description Days allowed for patches of critical severity.
             */
            critical_days?: number;
            /**
             * Format: int32
             * @description Days allowed for patches of important severity.
             */
            important_days?: number;
            /**
             * Format: int32
             * @description Days allowed for patches of moderate severity.
             */
            moderate_days?: number;
            /**
             * Format: int32
             * @description Days allowed for patches of low severity.
             */
            low_days?: number;
            /**
             * Format: int32
             * @description Days allowed for patches for which no severity is published.
             */
            unrated_days?: number;
        };
        /** @description Hosts by their health status. */
        HostsByHealth: {
            /**
             * Format: int32
             * @description Hosts that answered the last poll and report no problem.
             */
            healthy: number;
            /**
             * Format: int32
             * @description Hosts that answered and report problems.
             */
            degraded: number;
            /**
             * Format: int32
             * @description Hosts that did not answer.
             */
            unreachable: number;
            /**
             * Format: int32
             * @description Hosts that were never polled.
             */
            unknown: number;
        };
        /** @description Hosts with pending security patches, by the most severe of them. */
        HostsBySeverity: {
            /**
             * Format: int32
             * @description Hosts whose highest severity is critical.
             */
            critical: number;
            /**
             * Format: int32
             * @description Hosts whose highest severity is important.
             */
            important: number;
            /**
             * Format: int32
             * @description Hosts whose highest severity is moderate.
             */
            moderate: number;
            /**
             * Format: int32
             * @description Hosts whose highest severity is low.
             */
            low: number;
            /**
             * Format: int32
             * @description Hosts for whose patches no severity is published.
             */
            unrated: number;
        };
        /** @description Hosts with pending security patches, by how long the oldest of them has been pending. */
        HostsBySecurityAge: {
            /**
             * Format: int32
             * @description Hosts whose oldest one is pending for less than 7 days.
             */
            under_7_days: number;
            /**
             * Format: int32
             * @description From 7 to less than 30 days.
             */
            under_30_days: number;
            /**
             * Format: int32
             * @description From 30 to less than 90 days.
             */
            under_90_days: number;
            /**
             * Format: int32
             * @description 90 days and more.
             */
            over_90_days: number;
            /**
             * Format: int32
             * @description Hosts whose oldest one was pending before the manager recorded it.
             */
            not_recorded: number;
        };
        /** @description A certificate of the authority, or the web UI's own, that a person must replace before it expires. */
        FleetExpiry: {
            /**
             * @description What expires: a root, its revocation list, or the manager's own certificate (`custom`).
             * @enum {string}
             */
            kind: "root" | "revocation_list" | "custom";
            /** @description Its common name. */
            name: string;
            ends_at: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description Whole days until then; 0 when less than one is left, or it has expired.
             */
            days_left: number;
            /** @description What to do, in a sentence or two. */
            todo: string;
        };
        /** @description Number of hosts with a problem. */
        HostsWithProblem: {
            /** @description Code of the problem, as in `problems` of a host. */
            code: string;
            /**
             * Format: int32
             * @description Hosts that have it.
             */
            hosts: number;
        };
        /** @description Jobs by their state; `failed` and `partial` those that ended in the last 24 hours. Dry runs do not count: they change nothing, and `plans_waiting` counts those to be reviewed. */
        JobFigures: {
            /**
             * Format: int32
             * @description Running jobs.
             */
            running: number;
            /**
             * Format: int32
             * @description Jobs that wait for their `schedule_at`.
             */
            scheduled: number;
            /**
             * Format: int32
             * @description Jobs of which no host has started.
             */
            pending: number;
            /**
             * Format: int32
             * @description Jobs of which every unfinished host waits for its health checks.
             */
            waiting_health_check: number;
            /**
             * Format: int32
             * @description Jobs that are being cancelled.
             */
            cancelling: number;
            /**
             * Format: int32
             * @description Jobs that wait for a person's decision.
             */
            paused: number;
            /**
             * Format: int32
             * @description Jobs of which no host completed, in the last 24 hours.
             */
            failed: number;
            /**
             * Format: int32
             * @description Jobs of which only some hosts completed, in the last 24 hours.
             */
            partial: number;
        };
        /**
         * @description Figures over all hosts that the caller may see.
         * @example {
         *       "hosts_total": 3,
         *       "hosts_by_health": {
         *         "healthy": 2,
         *         "degraded": 0,
         *         "unreachable": 1,
         *         "unknown": 0
         *       },
         *       "hosts_with_security": 1,
         *       "patches_security_total": 3,
         *       "patches_total": 24,
         *       "hosts_reboot_required": 0,
         *       "hosts_by_severity": {
         *         "critical": 0,
         *         "important": 1,
         *         "moderate": 0,
         *         "low": 0,
         *         "unrated": 0
         *       },
         *       "hosts_by_security_age": {
         *         "under_7_days": 1,
         *         "under_30_days": 0,
         *         "under_90_days": 0,
         *         "over_90_days": 0,
         *         "not_recorded": 0
         *       },
         *       "problems": [
         *         {
         *           "code": "DISK_LOW",
         *           "hosts": 1
         *         }
         *       ],
         *       "jobs_active": 1,
         *       "jobs_stopped": 0,
         *       "jobs": {
         *         "running": 1,
         *         "scheduled": 0,
         *         "pending": 0,
         *         "waiting_health_check": 0,
         *         "cancelling": 0,
         *         "paused": 0,
         *         "failed": 0,
         *         "partial": 0
         *       },
         *       "plans_waiting": 0,
         *       "enrollments_pending": 0,
         *       "group_changes_waiting": 0,
         *       "certificates_expiring": 0,
         *       "hosts_security_unknown": 0,
         *       "hosts_never_polled": 0,
         *       "oldest_poll_at": "2026-01-15T08:00:00.000Z",
         *       "computed_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        FleetStatus: {
            /**
             * Format: int32
             * @description Number of hosts.
             */
            hosts_total: number;
            hosts_by_health: components["schemas"]["HostsByHealth"];
            /**
             * Format: int32
             * @description Hosts with pending security patches.
             */
            hosts_with_security: number;
            /**
             * Format: int64
             * @description Pending security patches, counted for each host.
             */
            patches_security_total: number;
            /**
             * Format: int64
             * @description Pending patches, counted for each host.
             */
            patches_total: number;
            /**
             * Format: int32
             * @description Hosts that need a reboot.
             */
            hosts_reboot_required: number;
            hosts_by_severity: components["schemas"]["HostsBySeverity"];
            hosts_by_security_age: components["schemas"]["HostsBySecurityAge"];
            /** @description Problems that agents report, by code, most frequent first. A host counts once per code. */
            problems: components["schemas"]["HostsWithProblem"][];
            /**
             * Format: int32
             * @description Jobs that have not ended and are not paused.
             */
            jobs_active: number;
            /**
             * Format: int32
             * @description Jobs that are paused, or failed in the last 24 hours.
             */
            jobs_stopped: number;
            jobs: components["schemas"]["JobFigures"];
            /**
             * Format: int32
             * @description Dry runs that ended in the last 7 days and have a plan with changes that was not run; see `awaiting_approval` of `listJobs`.
             */
            plans_waiting: number;
            /**
             * Format: int32
             * @description Enrollment requests that await a decision.
             */
            enrollments_pending: number;
            /**
             * Format: int32
             * @description Pending group changes that await an administrator; see `listGroupChanges`.
             */
            group_changes_waiting: number;
            /**
             * Format: int32
             * @description Active certificates that expire within 14 days; since they are renewed 30 days before, something prevents it. 0 for callers who may not see all hosts.
             */
            certificates_expiring: number;
            /** @description What else expires soon and is not, or evidently was not, renewed automatically, most urgent first. Empty for callers who may not see all hosts. */
            expiries?: components["schemas"]["FleetExpiry"][];
            /**
             * Format: int32
             * @description Hosts for which it is unknown whether security patches are pending; see `security_unknown` of `listHosts`.
             */
            hosts_security_unknown: number;
            /**
             * Format: int32
             * @description Hosts without patch data, not counted in the figures on patches.
             */
            hosts_never_polled: number;
            /** @description Time of the oldest patch list in the figures. */
            oldest_poll_at: components["schemas"]["NullableTimestamp"];
            computed_at: components["schemas"]["Timestamp"];
        };
        /** @description The figures of one hour. */
        FleetPoint: {
            at: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description Number of hosts.
             */
            hosts_total: number;
            /**
             * Format: int32
             * @description Hosts that did not answer.
             */
            hosts_unreachable: number;
            /**
             * Format: int32
             * @description Hosts with pending security patches.
             */
            hosts_with_security: number;
            /**
             * Format: int64
             * @description Pending security patches, counted for each host.
             */
            patches_security_total: number;
            /**
             * Format: int64
             * @description Pending patches, counted for each host.
             */
            patches_total: number;
            /**
             * Format: int32
             * @description Hosts that need a reboot.
             */
            hosts_reboot_required: number;
        };
        /**
         * @description Figures of the fleet over time.
         * @example {
         *       "points": [
         *         {
         *           "at": "2026-01-15T08:00:00.000Z",
         *           "hosts_total": 3,
         *           "hosts_unreachable": 1,
         *           "hosts_with_security": 1,
         *           "patches_security_total": 3,
         *           "patches_total": 24,
         *           "hosts_reboot_required": 0
         *         }
         *       ],
         *       "step_secs": 3600
         *     }
         */
        FleetHistory: {
            /** @description One point per step, oldest first; empty for a caller who may not see all hosts. */
            points: components["schemas"]["FleetPoint"][];
            /**
             * Format: int32
             * @description Seconds between two points.
             */
            step_secs: number;
        };
        /**
         * @description Whether a part of the manager works.
         * @enum {string}
         */
        ServiceCheck: "ok" | "failing";
        /**
         * @description Health of this manager.
         * @example {
         *       "status": "ok",
         *       "version": "1.0.0",
         *       "uptime_secs": 86400,
         *       "checks": {
         *         "database": "ok",
         *         "secret_key": "ok",
         *         "scheduler": "ok",
         *         "outbox": "ok"
         *       }
         *     }
         */
        ServiceHealth: {
            /**
             * @description `degraded` when any of the checks fails.
             * @enum {string}
             */
            status: "ok" | "degraded";
            /** @description Version of the manager. */
            version: string;
            /**
             * Format: int32
             * @description Seconds since this manager process started.
             */
            uptime_secs: number;
            /** @description Result of each check. */
            checks: {
                /** @description `failing` when the database does not answer, or could not be written in the last 15 seconds. */
                database: components["schemas"]["ServiceCheck"];
                /** @description `failing` while the secret key file is missing or has another key: after a restart the manager could not decrypt its secrets. The log names the file. */
                secret_key: components["schemas"]["ServiceCheck"];
                /** @description `failing` when the job store could not be reached at the last attempts. */
                scheduler: components["schemas"]["ServiceCheck"];
                /** @description Outgoing mail and webhook calls: `failing` while one is late by more than an hour, and for a day after one was given up; the log names them. */
                outbox: components["schemas"]["ServiceCheck"];
            };
        };
        /**
         * @description `service`: an agent asks systemd whether a unit is active; `http`: the manager requests a URL.
         * @enum {string}
         */
        HealthCheckKind: "service" | "http";
        /**
         * @description A health check of a host, with its last result.
         * @example {
         *       "id": "01939f73-92a3-74b5-86d7-e8f901122334",
         *       "host_id": "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21",
         *       "kind": "service",
         *       "name": "Web server",
         *       "enabled": true,
         *       "service_name": "nginx.service",
         *       "target_host_id": null,
         *       "url": null,
         *       "expected_status": null,
         *       "expected_body": null,
         *       "timeout_secs": 10,
         *       "interval_secs": null,
         *       "last_status": "passing",
         *       "last_checked_at": "2026-01-15T08:30:00.000Z",
         *       "last_message": "active (running)",
         *       "edit_version": 1,
         *       "created_at": "2026-01-15T08:00:00.000Z",
         *       "updated_at": "2026-01-15T08:00:00.000Z"
         *     }
         */
        HealthCheck: {
            id: components["schemas"]["Uuid"];
            host_id: components["schemas"]["Uuid"];
            kind: components["schemas"]["HealthCheckKind"];
            /** @description Name of the check. */
            name: string;
            /** @description A disabled check is not run and does not count. */
            enabled: boolean;
            /** @description Name of the systemd unit; null for kind `http`. */
            service_name: string | null;
            /** @description Another host whose agent is asked; null for the host itself, also after that host was deleted. */
            target_host_id: components["schemas"]["NullableUuid"];
            /** @description Null for kind `service`. */
            url: string | null;
            /**
             * Format: int32
             * @description HTTP status that counts as passing; null for any from 200 to 299, and for kind `service`.
             */
            expected_status: number | null;
            /** @description Text that the body must contain; null for any. */
            expected_body: string | null;
            /**
             * Format: int32
             * @description Seconds to wait for an answer before the check fails.
             */
            timeout_secs: number;
            /**
             * Format: int32
             * @description Seconds; null for the setting `health_check_poll_interval_secs`.
             */
            interval_secs: number | null;
            last_status: components["schemas"]["HealthCheckResult"];
            last_checked_at: components["schemas"]["NullableTimestamp"];
            /** @description Message of the last run; it says so when that run differs from `last_status` and does not count yet. */
            last_message: string | null;
            /**
             * Format: int32
             * @description Raised by every edit; the `ETag`.
             */
            edit_version: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description Why the job starts in spite of its health checks.
         * @example {
         *       "reason": "The check of the old front page fails since it was switched off."
         *     }
         */
        HealthCheckOverrideRequest: {
            /** @description Kept in the audit log. */
            reason: string;
        };
        /** @description A job that starts in spite of its health checks. */
        HealthCheckOverride: {
            job_id: components["schemas"]["Uuid"];
            /** @description The reason that was given. */
            reason: string;
            created_by: components["schemas"]["UserRef"];
            created_at: components["schemas"]["Timestamp"];
            /** @description Whether it applies to the present run; false once a person has retried or resumed the job. */
            in_force?: boolean;
        };
        /** @description The override of a job, if there is one. */
        HealthCheckOverrideList: {
            /** @description None or one. */
            overrides: components["schemas"]["HealthCheckOverride"][];
            /**
             * Format: int32
             * @description Number of items on all pages.
             */
            total: number;
            /** @description Cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description A change counts after two runs in a row; `unknown` until the first run, and while it cannot be determined.
         * @enum {string}
         */
        HealthCheckResult: "passing" | "failing" | "unknown";
        /**
         * @description A change of a check's status.
         * @example {
         *       "id": "01939f73-92a3-74b5-86d7-e8f901122355",
         *       "at": "2026-01-15T08:30:00.000Z",
         *       "from": "passing",
         *       "to": "failing",
         *       "message": "nginx.service is failed (failed)."
         *     }
         */
        HealthCheckChange: {
            id: components["schemas"]["Uuid"];
            at: components["schemas"]["Timestamp"];
            /** @description Status before. */
            from: components["schemas"]["HealthCheckResult"];
            /** @description Status after. */
            to: components["schemas"]["HealthCheckResult"];
            /** @description Why, in words; never part of a server's answer. */
            message: string;
        };
        /** @description One page of changes. */
        HealthCheckChangeList: {
            /** @description The changes on this page. */
            changes: components["schemas"]["HealthCheckChange"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description The checks. */
        HealthCheckList: {
            /** @description The checks on this page. */
            checks: components["schemas"]["HealthCheck"][];
            /** @description Cursor of the next page; null on the last page. */
            next_cursor: string | null;
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
        };
        /**
         * @description Kind `service` takes `service_name` and `target_host_id`; kind `http` takes `url`, `expected_status` and `expected_body`.
         * @example {
         *       "kind": "service",
         *       "name": "Web server",
         *       "service_name": "nginx.service"
         *     }
         * @example {
         *       "kind": "http",
         *       "name": "Front page",
         *       "url": "https://web1.example.org/",
         *       "expected_status": 200
         *     }
         */
        CreateHealthCheckRequest: {
            kind: components["schemas"]["HealthCheckKind"];
            /** @description Name of the check. */
            name: string;
            /**
             * @description A disabled check is not run and does not count.
             * @default true
             */
            enabled?: boolean;
            /** @description Name of the systemd unit, such as `nginx`; for kind `service`. */
            service_name?: string;
            target_host_id?: components["schemas"]["NullableUuid"];
            /**
             * Format: uri
             * @description http or https; redirects are not followed.
             */
            url?: string;
            /**
             * Format: int32
             * @description Null for any from 200 to 299.
             */
            expected_status?: number | null;
            /** @description Text that the first megabyte of the body must contain; null for any. */
            expected_body?: string | null;
            /**
             * Format: int32
             * @description Seconds to wait for an answer before the check fails.
             * @default 10
             */
            timeout_secs?: number;
            /**
             * Format: int32
             * @description Seconds; null for the setting.
             */
            interval_secs?: number | null;
        };
        /**
         * @description Absent fields keep their value; the kind cannot be changed.
         * @example {
         *       "timeout_secs": 20
         *     }
         */
        UpdateHealthCheckRequest: {
            /** @description Name of the check. */
            name?: string;
            /** @description A disabled check is not run and does not count. */
            enabled?: boolean;
            /** @description Name of the systemd unit, such as `nginx`; for kind `service`. */
            service_name?: string;
            target_host_id?: components["schemas"]["NullableUuid"];
            /**
             * Format: uri
             * @description http or https URL; redirects are not followed. For kind `http`.
             */
            url?: string;
            /**
             * Format: int32
             * @description HTTP status that counts as passing; null for any from 200 to 299.
             */
            expected_status?: number | null;
            /** @description Text that the first megabyte of the body must contain; null for any. */
            expected_body?: string | null;
            /**
             * Format: int32
             * @description Seconds to wait for an answer before the check fails.
             */
            timeout_secs?: number;
            /**
             * Format: int32
             * @description Seconds between two runs; null for the setting.
             */
            interval_secs?: number | null;
        };
        /**
         * @description Outcome of one run.
         * @example {
         *       "success": true,
         *       "message": "active (running)",
         *       "duration_ms": 42
         *     }
         */
        HealthCheckTestResult: {
            /** @description Whether the check passed. */
            success: boolean;
            /** @description What was found, in words. */
            message: string;
            /**
             * Format: int32
             * @description How long the run took, in milliseconds.
             */
            duration_ms: number;
        };
        /** @description How long status changes of health checks are kept; at most the last 1,000 per check. */
        CheckRetentionSettings: {
            /**
             * Format: int32
             * @description Days that changes of status are kept. Initially 180.
             */
            changes_days: number;
        };
        /** @description Absent fields keep their value; all values are in days. */
        UpdateCheckRetentionSettings: {
            /**
             * Format: int32
             * @description Days that changes of status are kept.
             */
            changes_days?: number;
        };
        /** @description As `createHealthCheck` takes it, with hosts by name. */
        ConfigurationHealthCheck: {
            host: components["schemas"]["ConfigurationHost"];
            kind: components["schemas"]["HealthCheckKind"];
            name: components["schemas"]["ConfigurationName"];
            /** @description A disabled check is not run and does not count. */
            enabled: boolean;
            /** @description Name of the systemd unit, such as `nginx`; for kind `service`. */
            service_name?: string;
            target_host?: components["schemas"]["ConfigurationHost"];
            /**
             * Format: uri
             * @description http or https URL; redirects are not followed. For kind `http`.
             */
            url?: string;
            /**
             * Format: int32
             * @description HTTP status that counts as passing; null for any from 200 to 299.
             */
            expected_status?: number;
            /** @description Text that the first megabyte of the body must contain; null for any. */
            expected_body?: string;
            /**
             * Format: int32
             * @description Seconds to wait for an answer before the check fails.
             */
            timeout_secs: number;
            /**
             * Format: int32
             * @description Seconds.
             */
            interval_secs?: number;
        };
        /**
         * @description The networks that may reach the protected part of the API.
         * @example {
         *       "entries": [
         *         "10.0.0.0/8"
         *       ]
         *     }
         */
        IpAllowList: {
            /** @description Addresses and CIDR networks; empty when every address is allowed. */
            entries: string[];
        };
        /**
         * @description The new allow-list.
         * @example {
         *       "entries": [
         *         "10.0.0.0/8",
         *         "2001:db8::/32"
         *       ]
         *     }
         */
        UpdateIpAllowListRequest: {
            /** @description Replaces all entries; none allows every address. */
            entries: components["schemas"]["IpNetwork"][];
        };
        /**
         * @description A ticket for one WebSocket connection.
         * @example {
         *       "ticket": "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA"
         *     }
         */
        WsTicket: {
            /** @description Single use, valid 60 seconds. */
            ticket: string;
        };
        /**
         * @description Sent by the client.
         * @example {
         *       "subscribe": "fleet"
         *     }
         * @example {
         *       "subscribe": {
         *         "job_id": "01939f6b-0c52-7d3a-8f4e-2a6b9c1d7e30",
         *         "from_seq": 4
         *       }
         *     }
         */
        LiveClientMessage: {
            /** @description What to subscribe to; a connection may hold several subscriptions. */
            subscribe: "fleet" | components["schemas"]["JobSubscription"];
        };
        /** @description Events of one job, with its history. */
        JobSubscription: {
            job_id: components["schemas"]["Uuid"];
            /**
             * Format: int64
             * @description The last sequence number that the client has; events after it are sent again.
             * @default 0
             */
            from_seq?: number;
        };
        /**
         * Format: int64
         * @description Always null; the event belongs to no job and has no history.
         * @enum {integer|null}
         */
        NoSeq: null;
        /** @description Sent by the manager. A message that cannot be understood is answered by the error envelope. */
        LiveServerMessage: components["schemas"]["LiveEvent"] | components["schemas"]["ErrorEnvelope"];
        /** @description What happened. `seq` grows by one per job; it is null for events that belong to no job. Kinds may be added: ignore those that you do not know. */
        LiveEvent: components["schemas"]["JobUpdatedEvent"] | components["schemas"]["JobHostUpdatedEvent"] | components["schemas"]["JobLogEvent"] | components["schemas"]["HostUpdatedEvent"] | components["schemas"]["HostDeletedEvent"] | components["schemas"]["EnrollmentCreatedEvent"] | components["schemas"]["FleetUpdatedEvent"] | components["schemas"]["HealthCheckUpdatedEvent"] | components["schemas"]["ApprovalUpdatedEvent"] | components["schemas"]["PolicyUpdatedEvent"];
        /** @description A job has changed. */
        JobUpdatedEvent: {
            /**
             * Format: int64
             * @description Number of the event within the job.
             */
            seq: number;
            at: components["schemas"]["Timestamp"];
            /**
             * @description Kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "job.updated";
            /** @description What the event is about. */
            data: {
                job_id: components["schemas"]["Uuid"];
                state: components["schemas"]["JobState"];
                /** @description Why the job is in its state; null when there is nothing to say. */
                reason: string | null;
                counts: components["schemas"]["JobCounts"];
                /**
                 * Format: int32
                 * @description Number of hosts of the job.
                 */
                hosts_total: number;
                started_at: components["schemas"]["NullableTimestamp"];
                completed_at: components["schemas"]["NullableTimestamp"];
                /**
                 * Format: int32
                 * @description The wave in progress; null in a job without waves.
                 */
                current_wave?: number | null;
                /** @description Waves that changed, in their present state; absent when none did. */
                wave_states?: components["schemas"]["JobWaveState"][];
                /** @description The plan that this job runs, so that viewers of the plan learn of its run. */
                from_plan_job_id?: components["schemas"]["NullableUuid"];
                /** @description The job that this one rolls back, so that its viewers learn of it. */
                rollback_of_job_id?: components["schemas"]["NullableUuid"];
            };
        };
        /** @description A host of a job has changed. */
        JobHostUpdatedEvent: {
            /**
             * Format: int64
             * @description Number of the event within the job.
             */
            seq: number;
            at: components["schemas"]["Timestamp"];
            /**
             * @description Kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "job.host.updated";
            /** @description What the event is about. */
            data: {
                job_id: components["schemas"]["Uuid"];
                host: components["schemas"]["JobHost"];
            };
        };
        /** @description Goes only to subscribers of that job. */
        JobLogEvent: {
            /**
             * Format: int64
             * @description Number of the event within the job.
             */
            seq: number;
            at: components["schemas"]["Timestamp"];
            /**
             * @description Kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "job.log";
            /** @description What the event is about. */
            data: {
                job_id: components["schemas"]["Uuid"];
                host_id: components["schemas"]["Uuid"];
                /** @description The new lines, in order. */
                lines: components["schemas"]["LogLine"][];
            };
        };
        /** @description A host has changed. */
        HostUpdatedEvent: {
            seq: components["schemas"]["NoSeq"];
            at: components["schemas"]["Timestamp"];
            /**
             * @description Kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "host.updated";
            /** @description What the event is about. */
            data: {
                host_id: components["schemas"]["Uuid"];
                health_status: components["schemas"]["HealthStatus"];
                /** @description As `status_reason` of the host. */
                status_reason: string | null;
                health_check_status: components["schemas"]["HealthCheckStatus"];
                /**
                 * Format: int32
                 * @description As `patches_total` of the host.
                 */
                patches_total: number | null;
                /**
                 * Format: int32
                 * @description As `patches_security` of the host.
                 */
                patches_security: number | null;
                /** @description As `patches_severity` of the host. */
                patches_severity: components["schemas"]["Severity"] | null;
                /** @description As `reboot_required` of the host. */
                reboot_required: boolean | null;
                /** @description As `problems` of the host. */
                problems: components["schemas"]["HostProblem"][];
                /** @description Whether the host is in maintenance mode. */
                maintenance_mode: boolean;
                last_seen_at: components["schemas"]["NullableTimestamp"];
                patches_polled_at: components["schemas"]["NullableTimestamp"];
            };
        };
        /** @description The host was deleted. Sent to fleet subscribers who could see the host. */
        HostDeletedEvent: {
            seq: components["schemas"]["NoSeq"];
            at: components["schemas"]["Timestamp"];
            /**
             * @description Kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "host.deleted";
            /** @description What the event is about. */
            data: {
                host_id: components["schemas"]["Uuid"];
            };
        };
        /** @description Goes only to administrators. */
        EnrollmentCreatedEvent: {
            seq: components["schemas"]["NoSeq"];
            at: components["schemas"]["Timestamp"];
            /**
             * @description Kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "enrollment.created";
            data: components["schemas"]["EnrollmentRequest"];
        };
        /** @description The figures of the fleet have changed. */
        FleetUpdatedEvent: {
            seq: components["schemas"]["NoSeq"];
            at: components["schemas"]["Timestamp"];
            /**
             * @description Kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "fleet.updated";
            data: components["schemas"]["FleetStatus"];
        };
        /** @description A policy or one of its runs was created, changed or deleted. Sent to fleet subscribers. */
        PolicyUpdatedEvent: {
            seq: components["schemas"]["NoSeq"];
            at: components["schemas"]["Timestamp"];
            /**
             * @description Kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "policy.updated";
            /** @description What the event is about. */
            data: {
                policy_id: components["schemas"]["Uuid"];
                /** @description The run; null when the event is about the policy itself. */
                run_id: components["schemas"]["NullableUuid"];
            };
        };
        /** @description An approval was requested, decided or expired, or its run was created. Sent to fleet subscribers. */
        ApprovalUpdatedEvent: {
            seq: components["schemas"]["NoSeq"];
            at: components["schemas"]["Timestamp"];
            /**
             * @description Kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "approval.updated";
            /** @description What the event is about. */
            data: {
                approval_id: components["schemas"]["Uuid"];
                state: components["schemas"]["ApprovalState"];
                plan_job_id: components["schemas"]["Uuid"];
                run_job_id: components["schemas"]["NullableUuid"];
            };
        };
        /** @description A health check was created, changed or deleted, or its status changed. Sent to fleet subscribers. */
        HealthCheckUpdatedEvent: {
            seq: components["schemas"]["NoSeq"];
            at: components["schemas"]["Timestamp"];
            /**
             * @description Kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "health_check.updated";
            /** @description What the event is about. */
            data: {
                host_id: components["schemas"]["Uuid"];
                check_id: components["schemas"]["Uuid"];
                /** @description Name of the check. */
                name: string;
                /** @description The new status; null once the check is deleted. */
                last_status: components["schemas"]["HealthCheckResult"] | null;
            };
        };
        /**
         * @description A maintenance window of a host or of a group; one of `host_id` and `group_id` is null.
         * @example {
         *       "id": "01939f72-8192-73a4-b5c6-d7e8f9011223",
         *       "host_id": "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21",
         *       "group_id": null,
         *       "name": "Sunday night",
         *       "timezone": "Europe/Berlin",
         *       "rrule": "DTSTART;TZID=Europe/Berlin:20260118T020000\nRRULE:FREQ=WEEKLY;BYDAY=SU",
         *       "starts_at": null,
         *       "duration_secs": 7200,
         *       "enabled": true,
         *       "next_start_at": "2026-01-18T01:00:00.000Z",
         *       "next_end_at": "2026-01-18T03:00:00.000Z",
         *       "edit_version": 1,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        Window: {
            id: components["schemas"]["Uuid"];
            host_id: components["schemas"]["NullableUuid"];
            group_id: components["schemas"]["NullableUuid"];
            /** @description Name of the window. */
            name: string;
            timezone: components["schemas"]["TimeZone"];
            /** @description RFC 5545, with DTSTART in the time zone of the window; null for a single window. */
            rrule: string | null;
            /** @description Start of a single window; null for a repeated one. */
            starts_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: int32
             * @description Seconds.
             */
            duration_secs: number;
            /** @description A disabled window is ignored. */
            enabled: boolean;
            /** @description Start of the open or the next window; null when there is none. */
            next_start_at: components["schemas"]["NullableTimestamp"];
            next_end_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: int32
             * @description Raised by every edit; the `ETag`.
             */
            edit_version: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description Maintenance windows. */
        WindowList: {
            /** @description The windows, by their next start. */
            windows: components["schemas"]["Window"][];
            /**
             * Format: int32
             * @description Number of items on all pages.
             */
            total: number;
            /** @description Cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description Exactly one of `rrule` and `starts_at`. Both start between the years 1970 and 2199.
         * @example {
         *       "name": "Sunday night",
         *       "timezone": "Europe/Berlin",
         *       "rrule": "DTSTART;TZID=Europe/Berlin:20260118T020000\nRRULE:FREQ=WEEKLY;BYDAY=SU",
         *       "duration_secs": 7200
         *     }
         * @example {
         *       "name": "Once",
         *       "timezone": "UTC",
         *       "starts_at": "2026-01-18T01:00:00.000Z",
         *       "duration_secs": 3600
         *     }
         */
        CreateWindowRequest: {
            /** @description Name of the window. */
            name: string;
            timezone: components["schemas"]["TimeZone"];
            /** @description RFC 5545: one line DTSTART, in the time zone of the window (a TZID may repeat it), and one line RRULE. FREQ is HOURLY or longer, COUNT and INTERVAL are at most 400, and BYHOUR, BYMINUTE and BYSECOND make at most 24 starts a day (of an hour: 4). A start in an hour skipped by daylight saving moves forward (02:30 becomes 03:30); in a repeated hour the first counts. */
            rrule?: string;
            starts_at?: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description Seconds.
             */
            duration_secs: number;
            /**
             * @description A disabled window is ignored.
             * @default true
             */
            enabled?: boolean;
        };
        /** @description Openings of windows and freezes within a period. */
        OpeningList: {
            /** @description The openings, earliest first. */
            openings: components["schemas"]["CalendarOpening"][];
            /**
             * Format: int32
             * @description Number of items on all pages.
             */
            total: number;
            /** @description Cursor of the next page; null on the last page. */
            next_cursor: string | null;
            /** @description True when there are more openings: beyond 1,000, or beyond the next 64 of one window. */
            is_cut: boolean;
        };
        /** @description One opening of a window, or one freeze; both ids are null for a freeze of the whole fleet. */
        CalendarOpening: {
            kind: components["schemas"]["WindowGate"];
            id: components["schemas"]["Uuid"];
            /** @description Name of the window or the freeze. */
            name: string;
            host_id: components["schemas"]["NullableUuid"];
            group_id: components["schemas"]["NullableUuid"];
            starts_at: components["schemas"]["Timestamp"];
            ends_at: components["schemas"]["Timestamp"];
        };
        /** @description When a window or a freeze would be active. */
        WindowPreview: {
            /** @description The next openings. */
            openings: components["schemas"]["WindowOpening"][];
        };
        /** @description One opening of a window or a freeze. */
        WindowOpening: {
            starts_at: components["schemas"]["Timestamp"];
            ends_at: components["schemas"]["Timestamp"];
            /** @description Local time of the start in the time zone of the window. */
            local_start: string;
            clock_change: components["schemas"]["ClockChange"];
        };
        /**
         * @description Absent fields keep their value.
         * @example {
         *       "enabled": false
         *     }
         */
        UpdateWindowRequest: {
            /** @description Name of the window. */
            name?: string;
            timezone?: components["schemas"]["TimeZone"];
            /** @description RFC 5545 rule as in `CreateWindowRequest`; null makes it a single window, with `starts_at`. */
            rrule?: string | null;
            starts_at?: components["schemas"]["NullableTimestamp"];
            /**
             * Format: int32
             * @description Seconds.
             */
            duration_secs?: number;
            /** @description A disabled window is ignored. */
            enabled?: boolean;
        };
        /**
         * @description A period in which no work starts on the hosts of a group, or of the whole fleet.
         * @example {
         *       "id": "01939f72-8192-73a4-b5c6-d7e8f9011224",
         *       "group_id": null,
         *       "name": "Turn of the year",
         *       "timezone": "Europe/Berlin",
         *       "rrule": null,
         *       "starts_at": "2026-12-19T23:00:00.000Z",
         *       "duration_secs": 1468800,
         *       "enabled": true,
         *       "next_start_at": "2026-12-19T23:00:00.000Z",
         *       "next_end_at": "2027-01-05T23:00:00.000Z",
         *       "edit_version": 1,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        Freeze: {
            id: components["schemas"]["Uuid"];
            /** @description Null for the whole fleet. */
            group_id: components["schemas"]["NullableUuid"];
            /** @description Name of the freeze. */
            name: string;
            timezone: components["schemas"]["TimeZone"];
            /** @description RFC 5545 rule as in `CreateWindowRequest`; null for a single freeze. */
            rrule: string | null;
            /** @description Start of a single freeze; null for a repeated one. */
            starts_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: int32
             * @description Seconds.
             */
            duration_secs: number;
            /** @description A disabled freeze is ignored. */
            enabled: boolean;
            /** @description Start of the present or the next freeze; null when there is none. */
            next_start_at: components["schemas"]["NullableTimestamp"];
            next_end_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: int32
             * @description Raised by every edit; the `ETag`.
             */
            edit_version: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description Change freezes. */
        FreezeList: {
            /** @description The freezes, by their next start. */
            freezes: components["schemas"]["Freeze"][];
            /**
             * Format: int32
             * @description Number of items on all pages.
             */
            total: number;
            /** @description Cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description Exactly one of `rrule` and `starts_at`. Both start between the years 1970 and 2199.
         * @example {
         *       "name": "Turn of the year",
         *       "timezone": "Europe/Berlin",
         *       "starts_at": "2026-12-19T23:00:00.000Z",
         *       "duration_secs": 1468800
         *     }
         */
        CreateFreezeRequest: {
            /** @description Absent or null for the whole fleet. */
            group_id?: components["schemas"]["NullableUuid"];
            /** @description Name of the freeze. */
            name: string;
            timezone: components["schemas"]["TimeZone"];
            /** @description RFC 5545 rule as in `CreateWindowRequest`. */
            rrule?: string;
            starts_at?: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description Seconds.
             */
            duration_secs: number;
            /**
             * @description A disabled freeze is ignored.
             * @default true
             */
            enabled?: boolean;
        };
        /**
         * @description Absent fields keep their value; the group cannot be changed.
         * @example {
         *       "enabled": false
         *     }
         */
        UpdateFreezeRequest: {
            /** @description Name of the freeze. */
            name?: string;
            timezone?: components["schemas"]["TimeZone"];
            /** @description RFC 5545 rule as in `CreateWindowRequest`; null makes it a single freeze, with `starts_at`. */
            rrule?: string | null;
            starts_at?: components["schemas"]["NullableTimestamp"];
            /**
             * Format: int32
             * @description Seconds.
             */
            duration_secs?: number;
            /** @description A disabled freeze is ignored. */
            enabled?: boolean;
        };
        /**
         * @description A maintenance window, or a change freeze.
         * @enum {string}
         */
        WindowGate: "window" | "freeze";
        /**
         * @description Lets a job pass windows or freezes, with a reason.
         * @example {
         *       "gate": "freeze",
         *       "reason": "Actively exploited hole in openssl, agreed with the head of operations."
         *     }
         */
        WindowOverrideRequest: {
            gate: components["schemas"]["WindowGate"];
            /** @description Why it cannot wait; kept with the job and in the audit log. */
            reason: string;
        };
        /** @description A job that does not wait for windows or freezes. */
        WindowOverride: {
            job_id: components["schemas"]["Uuid"];
            gate: components["schemas"]["WindowGate"];
            /** @description The reason that was given. */
            reason: string;
            created_by: components["schemas"]["UserRef"];
            created_at: components["schemas"]["Timestamp"];
            /** @description Whether it applies to the present run; false once a person has retried or resumed the job. */
            in_force?: boolean;
        };
        /** @description The overrides of a job. */
        WindowOverrideList: {
            /** @description At most one for windows and one for freezes. */
            overrides: components["schemas"]["WindowOverride"][];
            /**
             * Format: int32
             * @description Number of items on all pages.
             */
            total: number;
            /** @description Cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description A window of either `host` or `group`, with either `rrule` or `starts_at`. */
        ConfigurationWindow: {
            host?: components["schemas"]["ConfigurationHost"];
            group?: components["schemas"]["ConfigurationName"];
            name: components["schemas"]["ConfigurationName"];
            timezone: components["schemas"]["TimeZone"];
            /** @description RFC 5545 rule as in `CreateWindowRequest`. */
            rrule?: string;
            starts_at?: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description Seconds.
             */
            duration_secs: number;
            /** @description A disabled window is ignored. */
            enabled: boolean;
        };
        /** @description A freeze of a group, or without one of the whole fleet; with either `rrule` or `starts_at`. */
        ConfigurationFreeze: {
            group?: components["schemas"]["ConfigurationName"];
            name: components["schemas"]["ConfigurationName"];
            timezone: components["schemas"]["TimeZone"];
            /** @description RFC 5545 rule as in `CreateWindowRequest`. */
            rrule?: string;
            starts_at?: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description Seconds.
             */
            duration_secs: number;
            /** @description A disabled freeze is ignored. */
            enabled: boolean;
        };
        /**
         * @description A new TOTP secret that is not in use yet.
         * @example {
         *       "secret_base32": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
         *       "otpauth_uri": "otpauth://totp/Fleetmend:admin?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Fleetmend",
         *       "expires_at": "2026-01-15T08:40:00.000Z"
         *     }
         */
        TotpSetup: {
            /** @description The secret, base32 (RFC 4648), for typing it in. */
            secret_base32: string;
            /**
             * Format: uri
             * @description For a QR code; HMAC-SHA1, 6 digits, step of 30 seconds.
             */
            otpauth_uri: string;
            /** @description Until when `verifyTotp` accepts the secret. */
            expires_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description Proves that the authenticator app has the secret.
         * @example {
         *       "secret_base32": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
         *       "code": "492039"
         *     }
         */
        VerifyTotpRequest: {
            /** @description The secret of `setupTotp`. */
            secret_base32: string;
            /** @description The code that the app shows. */
            code: string;
        };
        /**
         * @description New recovery codes.
         * @example {
         *       "recovery_codes": [
         *         "4KTM-Q9WX-2HDE",
         *         "7YPC-H3NA-VR5J",
         *         "B6ZS-2GEX-9QKD",
         *         "C8UJ-FM4T-W7PA",
         *         "DXN5-RV2C-H9YK",
         *         "EG3Q-7SWB-J4ZP",
         *         "F9HK-CA6Y-T2MV",
         *         "GW2R-XP8D-5NEU",
         *         "HJ7B-4YQZ-K3SC",
         *         "J5VD-M9TF-G6XR"
         *       ]
         *     }
         */
        RecoveryCodes: {
            /** @description Each works once; shown only in this answer. */
            recovery_codes: string[];
        };
        /**
         * @description Second factors of the caller, and whether one is required.
         * @example {
         *       "totp_enabled": false,
         *       "webauthn_credentials": 0,
         *       "recovery_codes_left": 0,
         *       "required": true,
         *       "due_at": "2026-01-22T08:30:00.000Z"
         *     }
         */
        MfaStatus: {
            /** @description Whether an authenticator app is set up. */
            totp_enabled: boolean;
            /**
             * Format: int32
             * @description Number of passkeys and security keys.
             */
            webauthn_credentials: number;
            /**
             * Format: int32
             * @description Number of unused recovery codes.
             */
            recovery_codes_left: number;
            /** @description Whether the caller's role requires a second factor. */
            required: boolean;
            /** @description From then on login opens sessions only for the set-up. Null while the caller has a factor, or needs none. */
            due_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description Who must have a second factor. */
        MfaSettings: {
            /** @description Roles whose users must have a second factor; empty for none. */
            required_roles: components["schemas"]["FixedRole"][];
            /**
             * Format: int32
             * @description Days to set up a factor, counted from a user's first sign-in under the policy.
             */
            grace_days: number;
        };
        /** @description Absent fields keep their value. */
        UpdateMfaSettings: {
            /** @description Roles whose users must have a second factor; empty for none. */
            required_roles?: components["schemas"]["FixedRole"][];
            /**
             * Format: int32
             * @description Days in which a user can still sign in without one, counted from the first sign-in under the policy.
             */
            grace_days?: number;
        };
        /**
         * @description The caller's password.
         * @example {
         *       "password": "seven quiet otters row north"
         *     }
         */
        DisableMfaRequest: {
            /** @description The current password. */
            password: string;
        };
        /**
         * @description A challenge for the browser's authenticator.
         * @example {
         *       "challenge_key": "q83vEjRWeJCrze8SNFZ4kA",
         *       "serialized_options": "{\"challenge\":\"kKvN7xI0VniQ\",\"rpId\":\"manager.example.org\"}"
         *     }
         */
        WebauthnChallenge: {
            /** @description Identifies the challenge in the completing call. */
            challenge_key: string;
            /** @description JSON text, for `parseRequestOptionsFromJSON` or `parseCreationOptionsFromJSON` of `PublicKeyCredential`. */
            serialized_options: string;
        };
        /**
         * @description The authenticator's answer to the challenge.
         * @example {
         *       "challenge_key": "q83vEjRWeJCrze8SNFZ4kA",
         *       "serialized_assertion": "{\"id\":\"AQIDBA\",\"type\":\"public-key\"}"
         *     }
         */
        CompleteWebauthnAuthenticationRequest: {
            /** @description The `challenge_key` of the call that started it. */
            challenge_key: string;
            /** @description JSON text of the credential that the browser answered. */
            serialized_assertion: string;
        };
        /**
         * @description The name for the new credential.
         * @example {
         *       "key_name": "Blue key"
         *     }
         */
        StartWebauthnRegistrationRequest: {
            /** @description Name that the user gives the passkey or security key. */
            key_name?: string;
        };
        /**
         * @description The authenticator's answer to the challenge.
         * @example {
         *       "challenge_key": "q83vEjRWeJCrze8SNFZ4kA",
         *       "serialized_credential": "{\"id\":\"AQIDBA\",\"type\":\"public-key\"}",
         *       "key_name": "Blue key"
         *     }
         */
        CompleteWebauthnRegistrationRequest: {
            /** @description The `challenge_key` of the call that started it. */
            challenge_key: string;
            /** @description JSON text of the credential that the browser answered. */
            serialized_credential: string;
            /** @description Name that the user gives the passkey or security key. */
            key_name?: string;
        };
        /**
         * @description The new name.
         * @example {
         *       "key_name": "Green key"
         *     }
         */
        RenameWebauthnCredentialRequest: {
            /** @description Name that the user gives the passkey or security key. */
            key_name: string;
        };
        /**
         * @description A passkey or security key of the caller.
         * @example {
         *       "id": "01939f71-7081-7293-a4b5-c6d7e8f90112",
         *       "key_name": "Blue key",
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "last_used_at": null
         *     }
         */
        WebauthnCredential: {
            id: components["schemas"]["Uuid"];
            /** @description Name that the user gives the passkey or security key. */
            key_name: string;
            created_at: components["schemas"]["Timestamp"];
            /** @description When it was last used; null when it never was. */
            last_used_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description Passkeys and security keys of the caller. */
        WebauthnCredentialList: {
            /** @description The credentials on this page. */
            credentials: components["schemas"]["WebauthnCredential"][];
            /** @description Cursor of the next page; null on the last page. */
            next_cursor: string | null;
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
        };
        /**
         * @description Outcome of a test.
         * @example {
         *       "success": true,
         *       "message": "The server accepted the mail."
         *     }
         */
        TestResult: {
            /** @description Whether it worked. */
            success: boolean;
            /** @description What happened, in words. */
            message: string;
        };
        /**
         * @description `tls`: encrypted from the start (usually port 465); `starttls`: upgraded, and refused where the server cannot; `none`: unencrypted.
         * @enum {string}
         */
        SmtpTlsMode: "none" | "starttls" | "tls";
        /** @description The outgoing mail server. */
        SmtpSettings: {
            /** @description While false, no mail is sent, and none is kept for later. */
            enabled: boolean;
            /** @description Name or address of the mail server. */
            host: string;
            /**
             * Format: int32
             * @description Its port.
             */
            port: number;
            /** @description User name for the mail server; empty for none. */
            username: string;
            password: components["schemas"]["MaskedSecret"];
            /** @description Sender address of all mail. */
            from: string;
            tls_mode: components["schemas"]["SmtpTlsMode"];
            helo_name: components["schemas"]["SmtpHeloName"];
        };
        /** @description Name in the manager's EHLO greeting. Empty: the host of `public_url`, else the host name. Strict servers refuse a name without a dot. */
        SmtpHeloName: string;
        /** @description Mail notifications, and their recipients without a rule. */
        NotificationSettings: {
            /** @description While false, mails are dropped and not kept for later. */
            email_enabled: boolean;
            /** @description Sender address; empty: `from` of the mail server. */
            email_from: string;
            /** @description Mail addresses that are notified of everything about the whole fleet; rules add others. */
            recipients: string[];
            /**
             * Format: int32
             * @description Days that the log of deliveries is kept. Initially 90.
             */
            log_days: number;
        };
        /**
         * @description UUID (version 8), derived from the event and the recipient.
         * @example 6b1f0c52-1f9e-8a41-9c3d-2f4a5b6c7d8e
         */
        DeliveryUuid: string;
        /**
         * @description As `NotificationFact`, and the mails of report schedules: `report.made`, `report.failed`.
         * @enum {string}
         */
        DeliveredFact: "job.paused" | "job.failed" | "job.completed" | "window.upcoming" | "certificate.expiring" | "report.made" | "report.failed";
        /**
         * @description `job.paused`: a job waits for a person's decision. `job.failed`: a job ended and did not complete on some hosts. `job.completed`: a job ended otherwise. `window.upcoming`: 24 hours and 1 hour before a maintenance window in which work is waiting. `certificate.expiring`: a certificate expires soon and a person must act. Dry runs notify nobody.
         * @enum {string}
         */
        NotificationFact: "job.paused" | "job.failed" | "job.completed" | "window.upcoming" | "certificate.expiring";
        /**
         * @description A URL that the manager calls.
         * @example {
         *       "id": "01939f72-8192-73a4-b5c6-d7e8f9011230",
         *       "name": "Chat of the operators",
         *       "url": "https://chat.example.org/********",
         *       "enabled": true,
         *       "edit_version": 1,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z"
         *     }
         */
        Webhook: {
            id: components["schemas"]["Uuid"];
            /** @description Name of the webhook. */
            name: string;
            url: components["schemas"]["ShownWebhookUrl"];
            /** @description While false, nothing is sent and nothing is kept for later. */
            enabled: boolean;
            /**
             * Format: int32
             * @description Raised by every edit; the `ETag`.
             */
            edit_version: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description A webhook after it was created or changed. */
        WebhookWithSecret: {
            id: components["schemas"]["Uuid"];
            /** @description Name of the webhook. */
            name: string;
            url: components["schemas"]["ShownWebhookUrl"];
            /** @description While false, nothing is sent, and nothing is kept for later. */
            enabled: boolean;
            /**
             * Format: int32
             * @description Raised by every edit; the `ETag`.
             */
            edit_version: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description The new secret, shown only here; null when it has not changed, or was set by the caller. */
            secret: string | null;
        };
        /** @description The webhooks. */
        WebhookList: {
            /** @description The webhooks on this page. */
            webhooks: components["schemas"]["Webhook"][];
            /**
             * Format: int32
             * @description Number of items on all pages.
             */
            total: number;
            /** @description Cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description Scheme, host and port. What follows is often a secret: it is stored encrypted and shown as `********`. */
        ShownWebhookUrl: string;
        /**
         * @description A new webhook.
         * @example {
         *       "name": "Chat of the operators",
         *       "url": "https://chat.example.org/hooks/patching"
         *     }
         */
        CreateWebhookRequest: {
            /** @description Name of the webhook. */
            name: string;
            /** @description https:// or http://, in a public or private network; not the manager itself. */
            url: string;
            /**
             * @description While false, nothing is sent, and nothing is kept for later.
             * @default true
             */
            enabled?: boolean;
            /** @description `whsec_` and 24 to 64 bytes in base64; absent, the manager generates one. */
            secret?: string;
        };
        /**
         * @description Absent fields keep their value.
         * @example {
         *       "enabled": false
         *     }
         */
        UpdateWebhookRequest: {
            /** @description Name of the webhook. */
            name?: string;
            /** @description The new URL; the shown, masked one keeps the stored one. */
            url?: string;
            /** @description While false, nothing is sent, and nothing is kept for later. */
            enabled?: boolean;
            /** @description As in `CreateWebhookRequest`; null generates a new one. */
            secret?: string | null;
        };
        /**
         * @description What happened.
         * @enum {string}
         */
        WebhookFact: "job.paused" | "job.failed" | "job.completed" | "window.upcoming" | "certificate.expiring" | "test";
        /** @description The body of a webhook's call. It arrives at least once, in no guaranteed order: `id` is the same at every attempt, and `data.job.seq` grows within a job. */
        WebhookPayload: components["schemas"]["JobWebhookPayload"] | components["schemas"]["WindowWebhookPayload"] | components["schemas"]["ExpiryWebhookPayload"] | components["schemas"]["TestWebhookPayload"];
        /**
         * @description A job ended, or paused; the hosts are those that the rule is for.
         * @example {
         *       "id": "6b1f0c52-1f9e-8a41-9c3d-2f4a5b6c7d8e",
         *       "type": "job.failed",
         *       "timestamp": "2026-01-18T01:42:10.000Z",
         *       "data": {
         *         "job": {
         *           "id": "01939f72-8192-73a4-b5c6-d7e8f9011231",
         *           "seq": 42,
         *           "name": "Sunday night",
         *           "operation": "patch",
         *           "state": "partial",
         *           "url": "https://fleet.example.org/jobs/01939f72-8192-73a4-b5c6-d7e8f9011231"
         *         },
         *         "hosts_total": 20,
         *         "hosts_completed": 19,
         *         "hosts_troubled": 1,
         *         "hosts": [
         *           {
         *             "host_id": "01939f72-8192-73a4-b5c6-d7e8f9011232",
         *             "fqdn": "web1.example.org",
         *             "state": "failed",
         *             "code": "SCRIPT_FAILED",
         *             "message": "A maintainer script failed."
         *           }
         *         ]
         *       },
         *       "fact": "job.failed",
         *       "at": "2026-01-18T01:42:10.000Z"
         *     }
         */
        JobWebhookPayload: {
            id: components["schemas"]["DeliveryUuid"];
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "job.paused" | "job.failed" | "job.completed";
            /** @description When it happened; the header `webhook-timestamp` has the time of the attempt. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["JobWebhookData"];
            /** @description The same as `type`; an older name. */
            fact: components["schemas"]["WebhookFact"];
            /** @description The same as `timestamp`; an older name. */
            at: components["schemas"]["Timestamp"];
        };
        /** @description What became of a job. */
        JobWebhookData: {
            job: components["schemas"]["WebhookJob"];
            /**
             * Format: int32
             * @description Hosts of the job that the rule is for.
             */
            hosts_total: number;
            /**
             * Format: int32
             * @description Those on which the work is done.
             */
            hosts_completed: number;
            /**
             * Format: int32
             * @description On which the work failed, or was not done although it was wanted.
             */
            hosts_troubled: number;
            /** @description The first of the troubled ones. */
            hosts: components["schemas"]["WebhookTroubledHost"][];
        };
        /** @description The job that a call is about. */
        WebhookJob: {
            id: components["schemas"]["Uuid"];
            /**
             * Format: int64
             * @description Grows with each event of the job, so that the later of two calls is known.
             */
            seq: number;
            /** @description Name of the job; null if it has none. */
            name: string | null;
            operation: components["schemas"]["JobOperation"];
            state: components["schemas"]["JobState"];
            /** @description The job's page. */
            url: string;
        };
        /** @description A host on which the work was not done. */
        WebhookTroubledHost: {
            host_id: components["schemas"]["Uuid"];
            /** @description FQDN of the host. */
            fqdn: string;
            state: components["schemas"]["JobHostState"];
            /** @description Null: nobody said why. */
            code: string | null;
            /** @description What happened, for people. */
            message: string;
        };
        /** @description Maintenance windows open soon. */
        WindowWebhookPayload: {
            id: components["schemas"]["DeliveryUuid"];
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "window.upcoming";
            /** @description When it happened; the header `webhook-timestamp` has the time of the attempt. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["WindowWebhookData"];
            /** @description The same as `type`; an older name. */
            fact: components["schemas"]["WebhookFact"];
            /** @description The same as `timestamp`; an older name. */
            at: components["schemas"]["Timestamp"];
        };
        /** @description Windows that open together, and the jobs that wait for them. */
        WindowWebhookData: {
            starts_at: components["schemas"]["Timestamp"];
            ends_at: components["schemas"]["Timestamp"];
            /**
             * @description How long before the start the call is made.
             * @enum {string}
             */
            lead: "24h" | "1h";
            /** @description The first of them. */
            windows: components["schemas"]["WebhookWindow"][];
            /**
             * Format: int32
             * @description Hosts that may be worked on then.
             */
            hosts_total: number;
            /** @description The first of them. */
            hosts: components["schemas"]["WebhookHost"][];
            /** @description The first of those that wait. */
            jobs: components["schemas"]["WebhookWaitingJob"][];
        };
        /** @description A maintenance window. */
        WebhookWindow: {
            id: components["schemas"]["Uuid"];
            /** @description Name of the window. */
            name: string;
            timezone: components["schemas"]["TimeZone"];
        };
        /** @description A host that may be worked on then. */
        WebhookHost: {
            host_id: components["schemas"]["Uuid"];
            /** @description FQDN of the host. */
            fqdn: string;
        };
        /** @description A job that waits for the windows, with its hosts among those of the call. */
        WebhookWaitingJob: {
            id: components["schemas"]["Uuid"];
            /** @description Name of the job; null if it has none. */
            name: string | null;
            operation: components["schemas"]["JobOperation"];
            /**
             * Format: int32
             * @description Its hosts among those of the call.
             */
            hosts_total: number;
        };
        /** @description Certificates, or other things of the authority, end soon and somebody must see to them. */
        ExpiryWebhookPayload: {
            id: components["schemas"]["DeliveryUuid"];
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "certificate.expiring";
            /** @description When it happened; the header `webhook-timestamp` has the time of the attempt. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["ExpiryWebhookData"];
            /** @description The same as `type`; an older name. */
            fact: components["schemas"]["WebhookFact"];
            /** @description The same as `timestamp`; an older name. */
            at: components["schemas"]["Timestamp"];
        };
        /** @description What ends soon. */
        ExpiryWebhookData: {
            /**
             * Format: int32
             * @description How many end soon.
             */
            expiries_total: number;
            /** @description The most urgent first. */
            expiries: components["schemas"]["WebhookExpiry"][];
        };
        /** @description A thing that ends, and what to do. */
        WebhookExpiry: {
            /**
             * @description What it is.
             * @enum {string}
             */
            kind: "host" | "manager" | "listener" | "root" | "revocation_list" | "custom";
            /** @description Its name. */
            name: string;
            /** @description The host; null where it is of none. */
            host_id: components["schemas"]["NullableUuid"];
            ends_at: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description Whole days; 0: less than one, or it has ended.
             */
            days_left: number;
            /** @description What a person must do, as a sentence or two. */
            todo: string;
        };
        /** @description A test call, requested by a person. */
        TestWebhookPayload: {
            id: components["schemas"]["DeliveryUuid"];
            /**
             * @description What happened. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "test";
            /** @description When it happened; the header `webhook-timestamp` has the time of the attempt. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["TestWebhookData"];
            /** @description The same as `type`; an older name. */
            fact: components["schemas"]["WebhookFact"];
            /** @description The same as `timestamp`; an older name. */
            at: components["schemas"]["Timestamp"];
        };
        /** @description Empty. */
        TestWebhookData: Record<string, never>;
        /** @description Who is notified of which facts, for which hosts. */
        NotificationRule: {
            id: components["schemas"]["Uuid"];
            /** @description Name of the rule. */
            name: string;
            /** @description A disabled rule notifies nobody. */
            enabled: boolean;
            /** @description Facts that are reported. */
            facts: components["schemas"]["NotificationFact"][];
            /** @description Only hosts of these groups; empty for all hosts. */
            group_ids: components["schemas"]["Uuid"][];
            /** @description Mail addresses. */
            recipients: string[];
            /** @description Webhooks to call. */
            webhook_ids: components["schemas"]["Uuid"][];
            /**
             * Format: int32
             * @description Raised by every edit; the `ETag`.
             */
            edit_version: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description The rules. */
        NotificationRuleList: {
            /** @description The rules on this page. */
            rules: components["schemas"]["NotificationRule"][];
            /**
             * Format: int32
             * @description Number of items on all pages.
             */
            total: number;
            /** @description Cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description A new rule; it needs a recipient or a webhook.
         * @example {
         *       "name": "The web team",
         *       "facts": [
         *         "job.paused",
         *         "job.failed"
         *       ],
         *       "recipients": [
         *         "web@example.org"
         *       ]
         *     }
         */
        CreateNotificationRuleRequest: {
            /** @description Name of the rule. */
            name: string;
            /**
             * @description A disabled rule notifies nobody.
             * @default true
             */
            enabled?: boolean;
            /** @description Facts that are reported. */
            facts: components["schemas"]["NotificationFact"][];
            /** @description Only hosts of these groups; empty for all hosts. */
            group_ids?: components["schemas"]["Uuid"][];
            /** @description Mail addresses to notify. */
            recipients?: string[];
            /** @description Webhooks to call. */
            webhook_ids?: components["schemas"]["Uuid"][];
        };
        /**
         * @description Absent fields keep their value; a list replaces the whole list.
         * @example {
         *       "enabled": false
         *     }
         */
        UpdateNotificationRuleRequest: {
            /** @description Name of the rule. */
            name?: string;
            /** @description A disabled rule notifies nobody. */
            enabled?: boolean;
            /** @description Facts that are reported. */
            facts?: components["schemas"]["NotificationFact"][];
            /** @description Only hosts of these groups; empty for all hosts. */
            group_ids?: components["schemas"]["Uuid"][];
            /** @description Mail addresses to notify. */
            recipients?: string[];
            /** @description Webhooks to call. */
            webhook_ids?: components["schemas"]["Uuid"][];
        };
        /**
         * @description `dead`: given up, after a refusal or twelve attempts. `dropped`: mail or the webhook was switched off, or the webhook was deleted, before it was sent.
         * @enum {string}
         */
        DeliveryState: "waiting" | "sent" | "dead" | "dropped";
        /**
         * @description How it is sent.
         * @enum {string}
         */
        DeliveryChannel: "mail" | "webhook";
        /** @description A mail or a webhook call, sent or to be sent. */
        NotificationDelivery: {
            /** @description `webhook-id` of the call, and part of the `Message-ID` of the mail. */
            id: components["schemas"]["DeliveryUuid"];
            fact: components["schemas"]["DeliveredFact"];
            /** @description The job that it is about; null when it is about no job. */
            job_id: components["schemas"]["NullableUuid"];
            channel: components["schemas"]["DeliveryChannel"];
            /** @description The mail address, or the name of the webhook. */
            recipient: string;
            /** @description The webhook; null for mail. */
            webhook_id: components["schemas"]["NullableUuid"];
            state: components["schemas"]["DeliveryState"];
            /**
             * Format: int32
             * @description Attempts so far.
             */
            tries: number;
            /** @description Last answer of the other side, or why there was none; null before the first attempt. */
            last_answer: string | null;
            last_tried_at: components["schemas"]["NullableTimestamp"];
            created_at: components["schemas"]["Timestamp"];
            /** @description When it was sent, given up or dropped; null while it is waiting. */
            ended_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description One page of deliveries. */
        NotificationDeliveryList: {
            /** @description The deliveries on this page. */
            deliveries: components["schemas"]["NotificationDelivery"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description Absent fields keep their value. */
        UpdateSmtpSettings: {
            /** @description While false, no mail is sent, and none is kept for later. */
            enabled?: boolean;
            /** @description Name or address of the mail server. */
            host?: string;
            /**
             * Format: int32
             * @description Its port.
             */
            port?: number;
            /** @description User name for the mail server; empty for none. */
            username?: string;
            /** @description Absent or `********` keeps it, null clears it. Another `host`, `port` or `tls_mode` without a new password clears it too. */
            password?: string | null;
            /** @description Sender address of all mail. */
            from?: string;
            tls_mode?: components["schemas"]["SmtpTlsMode"];
            helo_name?: components["schemas"]["SmtpHeloName"];
        };
        /** @description Absent fields keep their value. */
        UpdateNotificationSettings: {
            /** @description While false, mails are dropped. */
            email_enabled?: boolean;
            /** @description Sender address; empty for `from` of the mail server. */
            email_from?: string;
            /** @description Replaces all mail addresses that are notified of everything. */
            recipients?: string[];
            /**
             * Format: int32
             * @description Days that the log of deliveries is kept.
             */
            log_days?: number;
        };
        /** @description Webhooks are exported without secret, path and query: an import creates them disabled, and never enables one. */
        ConfigurationNotifications: {
            /** @description Webhooks, without their secrets. */
            webhooks: components["schemas"]["ConfigurationWebhook"][];
            /** @description Notification rules. */
            rules: components["schemas"]["ConfigurationNotificationRule"][];
        };
        /** @description A webhook, without its secret. */
        ConfigurationWebhook: {
            name: components["schemas"]["ConfigurationName"];
            /** @description Scheme, host and port of its URL: `https://chat.example.org`. */
            origin: string;
            /** @description While false, nothing is sent, and nothing is kept for later. */
            enabled: boolean;
        };
        /** @description A notification rule, with groups and webhooks by name. */
        ConfigurationNotificationRule: {
            name: components["schemas"]["ConfigurationName"];
            /** @description A disabled rule notifies nobody. */
            enabled: boolean;
            /** @description Facts that are reported. */
            facts: components["schemas"]["NotificationFact"][];
            /** @description Empty: all hosts. */
            groups: components["schemas"]["ConfigurationName"][];
            /** @description Mail addresses to notify. */
            recipients: string[];
            /** @description Webhooks to call, by name. */
            webhooks: components["schemas"]["ConfigurationName"][];
        };
        /** @description How many hosts the answer covers. */
        PackageCoverage: {
            /**
             * Format: int32
             * @description Hosts whose packages should be known.
             */
            hosts_total: number;
            /**
             * Format: int32
             * @description Hosts whose package list is known.
             */
            hosts_known: number;
            /**
             * Format: int32
             * @description Hosts whose last reading failed; their lists may be stale.
             */
            hosts_failing: number;
        };
        /** @description A package, over all hosts that have it. */
        FleetPackage: {
            /** @description Name of the package, without architecture. */
            name: string;
            /**
             * Format: int32
             * @description Hosts that have it installed.
             */
            hosts: number;
            /**
             * Format: int32
             * @description Number of different installed versions.
             */
            versions: number;
            /**
             * Format: int32
             * @description Hosts that hold it at its version.
             */
            hosts_held: number;
            /**
             * Format: int32
             * @description Hosts for which a newer version is available.
             */
            hosts_pending: number;
        };
        /** @description One page of packages. */
        FleetPackageList: {
            /** @description The packages on this page. */
            packages: components["schemas"]["FleetPackage"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
            coverage: components["schemas"]["PackageCoverage"];
        };
        /**
         * @description Rules by which the versions are ordered; `none` when unknown.
         * @enum {string}
         */
        PackageOrder: "debian" | "rpm" | "none";
        /** @description A version of a package, over all hosts that have it. */
        PackageVersionCount: {
            /** @description The version. */
            version: string;
            order: components["schemas"]["PackageOrder"];
            /**
             * Format: int32
             * @description Hosts that have this version.
             */
            hosts: number;
            /**
             * Format: int32
             * @description Hosts that hold it at this version.
             */
            hosts_held: number;
            /**
             * Format: int32
             * @description Hosts for which a newer version is available.
             */
            hosts_pending: number;
            /** @description Publishers, at most ten. */
            origins: string[];
        };
        /** @description The installed versions of one package. */
        PackageVersionList: {
            /** @description The package that was asked for. */
            name: string;
            /**
             * Format: int32
             * @description Hosts that have any version of it.
             */
            hosts: number;
            /** @description The versions, newest first. */
            versions: components["schemas"]["PackageVersionCount"][];
            /** @description Cursor of the next page; null on the last page. */
            next_cursor: string | null;
            /**
             * Format: int32
             * @description Number of different versions, also of those beyond 500.
             */
            total: number;
            coverage: components["schemas"]["PackageCoverage"];
        };
        /** @description A package installed on a host. */
        InstalledPackage: {
            /** @description Name of the package. */
            name: string;
            /** @description Architecture of the package. */
            arch: string;
            /** @description The installed version. */
            version: string;
            /** @description The version that the host's own policy prefers; null when it is the installed one. */
            available_version: string | null;
            /** @description Whether the package is held at its version. */
            held: boolean;
            /** @description Who publishes it; null when it is in no known repository. */
            origin: string | null;
            /** @description Its source package; absent when that has the same name and version, and when the agent does not report it. */
            source?: components["schemas"]["InstalledPackageSource"];
        };
        /** @description The source package that an installed package was built from. */
        InstalledPackageSource: {
            /** @description Name of the source package. */
            name: string;
            /** @description Its version; of rpm without an epoch. */
            version: string;
        };
        /** @description Age of a host's package list. */
        PackageListState: {
            host_id: components["schemas"]["Uuid"];
            /** @description When the agent last reported the list, or that it is unchanged; null before the first time. */
            collected_at: components["schemas"]["NullableTimestamp"];
            /** @description When it last differed from the list before. */
            changed_at: components["schemas"]["NullableTimestamp"];
            /** @description When the first list was read; earlier changes are unknown. */
            known_since: components["schemas"]["NullableTimestamp"];
            /** @description Why the last reading failed (`TIMEOUT`, `LIST_TOO_LONG`, …); null when it did not. */
            problem: string | null;
            /** @description Since when readings have failed. */
            problem_since: components["schemas"]["NullableTimestamp"];
        };
        /** @description A host that has the package. */
        PackageHost: {
            host_id: components["schemas"]["Uuid"];
            /** @description FQDN of the host. */
            fqdn: string;
            /** @description Display name of the host; null when it has none. */
            display_name: string | null;
            /** @description Matching packages on that host, several with several versions or architectures; at most 20. */
            packages: components["schemas"]["InstalledPackage"][];
            state: components["schemas"]["PackageListState"];
        };
        /** @description One page of hosts that have the package. */
        PackageHostList: {
            /** @description The hosts on this page. */
            hosts: components["schemas"]["PackageHost"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /**
             * Format: int32
             * @description Hosts that have the package and whose version order is unknown.
             */
            not_comparable: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
            coverage: components["schemas"]["PackageCoverage"];
        };
        /** @description One page of a host's packages. */
        HostPackageList: {
            /** @description The packages on this page. */
            packages: components["schemas"]["InstalledPackage"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
            state: components["schemas"]["PackageListState"];
        };
        /** @description One package that was installed, removed, updated, held or unheld. */
        InstalledChange: {
            /**
             * @description `updated`: another version, newer or older.
             * @enum {string}
             */
            kind: "installed" | "removed" | "updated" | "held" | "released";
            /** @description Name of the package. */
            name: string;
            /** @description Architecture of the package. */
            arch: string;
            /** @description Version before; null when it was not installed. */
            from_version: string | null;
            /** @description Version after; null when it was removed. */
            to_version: string | null;
        };
        /** @description What changed between two readings of a host's packages. */
        HostPackageChange: {
            id: components["schemas"]["Uuid"];
            /** @description When the manager read the changed list. */
            at: components["schemas"]["Timestamp"];
            /** @description The changes, at most 100. */
            changes: components["schemas"]["InstalledChange"][];
            /**
             * Format: int32
             * @description Number of changes, also of those that were too many to be recorded.
             */
            changes_total: number;
        };
        /** @description One page of a host's package changes. */
        HostPackageChangeList: {
            /** @description The readings on this page, newest first. */
            changes: components["schemas"]["HostPackageChange"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
            state: components["schemas"]["PackageListState"];
        };
        /** @description A package that differs between two hosts. */
        PackageDifference: {
            /** @description Name of the package. */
            name: string;
            /** @description Architecture of the package. */
            arch: string;
            /** @description Versions on the first host; at most 20. */
            here: string[];
            /** @description Versions on the other host; at most 20. */
            there: string[];
            /**
             * @description Where the newer version is; null when it cannot be determined.
             * @enum {string|null}
             */
            newer: "here" | "there" | null;
        };
        /** @description One page of differences between two hosts. */
        PackageDifferenceList: {
            /** @description The differences on this page. */
            differences: components["schemas"]["PackageDifference"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /**
             * Format: int32
             * @description Packages that only the first host has.
             */
            only_here: number;
            /**
             * Format: int32
             * @description Packages that only the other host has.
             */
            only_there: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
            here: components["schemas"]["PackageListState"];
            there: components["schemas"]["PackageListState"];
        };
        /** @description A package that differs within the group. */
        GroupPackageDifference: {
            /** @description Name of the group, unique ignoring case. */
            name: string;
            /**
             * Format: int32
             * @description Hosts of the group that have it.
             */
            hosts: number;
            /**
             * Format: int32
             * @description Hosts of the group that do not have it.
             */
            hosts_without: number;
            /** @description Most frequent first, at most ten. */
            versions: {
                /** @description The version. */
                version: string;
                /**
                 * Format: int32
                 * @description Hosts of the group that have this version.
                 */
                hosts: number;
            }[];
            /**
             * Format: int32
             * @description Number of different versions, also of those beyond ten.
             */
            versions_total: number;
        };
        /** @description One page of packages that differ within the group. */
        GroupPackageDifferenceList: {
            /** @description The differences on this page. */
            differences: components["schemas"]["GroupPackageDifference"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
            coverage: components["schemas"]["PackageCoverage"];
        };
        /** @description How long package changes are kept; at most the last 300 per host. */
        PackageRetentionSettings: {
            /**
             * Format: int32
             * @description Days that package changes are kept. Initially 180.
             */
            changes_days: number;
        };
        /** @description Absent fields keep their value; all values are in days. */
        UpdatePackageRetentionSettings: {
            /**
             * Format: int32
             * @description Days that package changes are kept.
             */
            changes_days?: number;
        };
        /**
         * @description A `paused` policy starts nothing until it is resumed.
         * @enum {string}
         */
        PolicyState: "active" | "paused";
        /**
         * @description Order of the list; a leading `-` is descending.
         * @default next_start_at
         * @enum {string}
         */
        PolicySort: "next_start_at" | "-next_start_at" | "name" | "-name" | "created_at" | "-created_at";
        /** @description Hosts of a policy: the union of what is named, re-evaluated at each start. Deleted hosts are removed. A caller with a scope sees only his hosts and groups. */
        PolicyTarget: {
            /** @description Hosts named one by one. */
            host_ids?: components["schemas"]["Uuid"][];
            /** @description All hosts of these groups. */
            group_ids?: components["schemas"]["Uuid"][];
            /** @description Hosts that have any of these tags. */
            tags?: components["schemas"]["Tag"][];
            filter?: components["schemas"]["HostFilter"];
        };
        /** @description A recurring patch job. */
        Policy: {
            id: components["schemas"]["Uuid"];
            /** @description Name of the policy. */
            name: string;
            state: components["schemas"]["PolicyState"];
            /** @description Null while it is active. */
            paused_at: components["schemas"]["NullableTimestamp"];
            /** @description Null while it is active. */
            paused_by: components["schemas"]["UserRef"] | null;
            timezone: components["schemas"]["TimeZone"];
            /** @description RFC 5545 rule of its starts, in local time. */
            rrule: string;
            /**
             * Format: int32
             * @description Days by which each start is later than the rule says.
             */
            days_after: number;
            target: components["schemas"]["PolicyTarget"];
            /** @description False when the last editor may not see all hosts; the policy is then limited to those that he could see. */
            sees_all_hosts: boolean;
            /** @description Which patches are applied: all, or security updates only. */
            mode: components["schemas"]["PatchScope"];
            /** @description Packages that are not upgraded. */
            exclude: components["schemas"]["PackageName"][];
            /** @description Whether hosts are restarted after the work: `never`, `if_required` (where the host asks for it) or `always`. */
            reboot: components["schemas"]["RebootPolicy"];
            /** @description Whether hosts start only inside their maintenance windows. */
            respect_windows: boolean;
            health_gate: components["schemas"]["HealthGate"];
            /** @description The waves in which hosts are worked on; empty for all hosts at once. */
            waves: components["schemas"]["JobWave"][];
            /**
             * Format: int32
             * @description Most hosts in progress at the same time.
             */
            max_parallel: number;
            /**
             * Format: int32
             * @description Share of failed hosts, in percent, above which the job pauses; null for no limit.
             */
            failure_budget_percent: number | null;
            /** @description Whether a failed host is rolled back automatically. */
            rollback_on_failure: boolean;
            /** @description Whether a failing package source fails the host, instead of only its own packages being skipped. */
            strict_sources: boolean;
            /** @description Whether a start missed while no manager was running is made up for, once, within `max_late_secs`. */
            catch_up: boolean;
            /**
             * Format: int32
             * @description Seconds.
             */
            max_late_secs: number;
            /**
             * Format: int32
             * @description Seconds.
             */
            plan_lead_secs: number;
            /** @description The next start for which no run is prepared yet, also while it is paused or skipped; null once the rule has ended. */
            next_start_at: components["schemas"]["NullableTimestamp"];
            /** @description The same in local time of the policy's time zone, without offset. */
            next_local_start: string | null;
            next_clock_change: components["schemas"]["ClockChange"];
            /** @description Whether the next start is skipped. */
            skips_next: boolean;
            /** @description Who skipped the next start; null while it is not skipped. */
            skipped_by: components["schemas"]["UserRef"] | null;
            /** @description The run in progress; null when there is none. */
            active_run: components["schemas"]["PolicyRun"] | null;
            /** @description The newest run that has ended; null before the first. */
            last_run: components["schemas"]["PolicyRun"] | null;
            created_by: components["schemas"]["UserRef"];
            created_at: components["schemas"]["Timestamp"];
            /** @description Who edited it last. */
            edited_by: components["schemas"]["UserRef"];
            updated_at: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description Raised by every edit; the `ETag`.
             */
            edit_version: number;
        };
        /**
         * @description Which pending patches are applied.
         * @enum {string}
         */
        PatchScope: "all" | "security";
        /** @description One page of policies. */
        PolicyList: {
            /** @description The policies on this page. */
            policies: components["schemas"]["Policy"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description A new patch policy.
         * @example {
         *       "name": "Security patches of the web servers",
         *       "timezone": "Europe/Berlin",
         *       "rrule": "DTSTART:20260113T220000\nRRULE:FREQ=MONTHLY;BYDAY=2TU",
         *       "days_after": 3,
         *       "target": {
         *         "tags": [
         *           "web"
         *         ]
         *       },
         *       "mode": "security",
         *       "reboot": "if_required",
         *       "waves": [
         *         {
         *           "count": 1,
         *           "soak_secs": 1800
         *         },
         *         {
         *           "percent": 10
         *         }
         *       ]
         *     }
         */
        CreatePolicyRequest: {
            /** @description Name of the policy. */
            name: string;
            /**
             * @description Create it paused; it starts nothing until it is resumed.
             * @default false
             */
            paused?: boolean;
            timezone: components["schemas"]["TimeZone"];
            /** @description RFC 5545 rule of its starts: one line `DTSTART` in local time and one line `RRULE`, as for a maintenance window. */
            rrule: string;
            /**
             * Format: int32
             * @description Days by which each start is later than the rule says.
             * @default 0
             */
            days_after?: number;
            target: components["schemas"]["JobTarget"];
            /** @description Which patches are applied. Absent means `all`. */
            mode?: components["schemas"]["PatchScope"];
            /** @description Packages that are not upgraded. */
            exclude?: components["schemas"]["PackageName"][];
            /** @description Whether each host is restarted after the work. Absent means `never`. */
            reboot?: components["schemas"]["RebootPolicy"];
            /**
             * @description Start only inside the maintenance windows of a host.
             * @default true
             */
            respect_windows?: boolean;
            health_gate?: components["schemas"]["HealthGate"];
            /** @description As for a job; empty: all hosts at once. In a run with fewer hosts than the waves need, empty waves are dropped. */
            waves?: components["schemas"]["JobWave"][];
            /**
             * Format: int32
             * @description Most hosts in progress at the same time.
             * @default 50
             */
            max_parallel?: number;
            /**
             * Format: int32
             * @description As for a job; null for none.
             */
            failure_budget_percent?: number | null;
            /**
             * @description As for a job.
             * @default false
             */
            rollback_on_failure?: boolean;
            /**
             * @description As for a job.
             * @default false
             */
            strict_sources?: boolean;
            /**
             * @description Whether a start missed while no manager was running is made up for, once, within `max_late_secs`.
             * @default false
             */
            catch_up?: boolean;
            /**
             * Format: int32
             * @description Seconds by which a run may start late, after a late approval or by catching up.
             * @default 14400
             */
            max_late_secs?: number;
            /**
             * Format: int32
             * @description Under an approval rule: seconds before its start at which a run is planned, so that it can be reviewed.
             * @default 86400
             */
            plan_lead_secs?: number;
        };
        /**
         * @description Absent fields keep their value.
         * @example {
         *       "mode": "security"
         *     }
         */
        UpdatePolicyRequest: {
            /** @description Name of the policy. */
            name?: string;
            timezone?: components["schemas"]["TimeZone"];
            /** @description RFC 5545 rule of its starts: one line `DTSTART` in local time and one line `RRULE`, as for a maintenance window. */
            rrule?: string;
            /**
             * Format: int32
             * @description Days by which each start is later than the rule says.
             */
            days_after?: number;
            target?: components["schemas"]["JobTarget"];
            /** @description Which patches are applied. */
            mode?: components["schemas"]["PatchScope"];
            /** @description Packages that are not upgraded. */
            exclude?: components["schemas"]["PackageName"][];
            /** @description Whether each host is restarted after the work. */
            reboot?: components["schemas"]["RebootPolicy"];
            /** @description Start only inside the maintenance windows of a host. */
            respect_windows?: boolean;
            health_gate?: components["schemas"]["HealthGate"];
            /** @description As for a job; empty: all hosts at once. In a run with fewer hosts than the waves need, empty waves are dropped. */
            waves?: components["schemas"]["JobWave"][];
            /**
             * Format: int32
             * @description Most hosts in progress at the same time.
             */
            max_parallel?: number;
            /**
             * Format: int32
             * @description As for a job; null for none.
             */
            failure_budget_percent?: number | null;
            /** @description As for a job. */
            rollback_on_failure?: boolean;
            /** @description As for a job. */
            strict_sources?: boolean;
            /** @description Whether a start missed while no manager was running is made up for, once, within `max_late_secs`. */
            catch_up?: boolean;
            /**
             * Format: int32
             * @description Seconds by which a run may start late, after a late approval or by catching up.
             */
            max_late_secs?: number;
            /**
             * Format: int32
             * @description Under an approval rule: seconds before its start at which a run is planned, so that it can be reviewed.
             */
            plan_lead_secs?: number;
        };
        /**
         * @description A rule to preview, and a target to count.
         * @example {
         *       "timezone": "Europe/Berlin",
         *       "rrule": "DTSTART:20260113T220000\nRRULE:FREQ=MONTHLY;BYDAY=2TU",
         *       "days_after": 3
         *     }
         */
        PreviewPolicyRequest: {
            timezone: components["schemas"]["TimeZone"];
            /** @description RFC 5545 rule of its starts: one line `DTSTART` in local time and one line `RRULE`, as for a maintenance window. */
            rrule: string;
            /**
             * Format: int32
             * @description Days by which each start is later than the rule says.
             * @default 0
             */
            days_after?: number;
            /** @description If given, its hosts are counted. */
            target?: components["schemas"]["JobTarget"];
        };
        /** @description When a policy would start, and on how many hosts. */
        PolicyPreview: {
            /** @description The next starts, earliest first. */
            starts: components["schemas"]["PolicyStart"][];
            /**
             * Format: int32
             * @description Hosts that match the target now; null when none was given.
             */
            hosts_total: number | null;
        };
        /** @description One start of a policy. */
        PolicyStart: {
            starts_at: components["schemas"]["Timestamp"];
            /** @description Local time in the policy's time zone, without offset. */
            local_start: string;
            clock_change: components["schemas"]["ClockChange"];
        };
        /**
         * @description The start to skip.
         * @example {
         *       "starts_at": "2026-01-16T21:00:00.000Z"
         *     }
         */
        SkipPolicyRunRequest: {
            /** @description Which start: `next_start_at` of the policy, or `starts_at` of its `active_run` if that has not started. */
            starts_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description `planning`: its plan is being made; `waiting_approval`: the plan awaits a second person; `ready`: the plan waits for its start; `running`: its job is running. Ended: `completed` (its job has ended, which says how hosts ended), `skipped` (nothing was started, on purpose), `failed` (nothing could be started).
         * @enum {string}
         */
        PolicyRunState: "planning" | "waiting_approval" | "ready" | "running" | "completed" | "skipped" | "failed";
        /**
         * @description `catch_up`: late, because no manager was running at its start; `person`: by `runPolicy`.
         * @enum {string}
         */
        PolicyRunCause: "schedule" | "catch_up" | "person";
        /**
         * @description Why a run is in its state; the list may grow. In progress: `PLANNING`, `PLANNING_AGAIN`, `APPROVAL_WAITS`, `START_WAITS`, `JOB_AT_WORK`. Completed: `JOB_ENDED`, `NOTHING_TO_DO`, `SECURITY_PINNED`, `SECURITY_UNKNOWN`, `PLAN_RUN_BY_PERSON`, `POLICY_DELETED`. Skipped: `SKIPPED_BY_PERSON`, `POLICY_PAUSED`, `POLICY_CHANGED`, `POLICY_DELETED`, `RUN_OVERLAPS`, `START_MISSED`, `NO_HOST`, `APPROVAL_DENIED`, `APPROVAL_WITHDRAWN`, `APPROVAL_EXPIRED`, `APPROVAL_LATE`. Failed: `PLAN_FAILED`, `JOB_REFUSED`.
         * @example RUN_OVERLAPS
         */
        PolicyRunReason: string;
        /**
         * @description One start of a policy, and its outcome. Jobs and details that do not concern the caller's hosts are omitted.
         * @example {
         *       "id": "01939f72-8192-73a4-b5c6-d7e8f9011225",
         *       "policy_id": "01939f72-8192-73a4-b5c6-d7e8f9011226",
         *       "policy_name": "Security patches of the web servers",
         *       "cause": "schedule",
         *       "starts_at": "2026-01-16T21:00:00.000Z",
         *       "local_start": "2026-01-16T22:00:00",
         *       "state": "skipped",
         *       "reason": "NO_HOST",
         *       "message": "The target held no host when the run started.",
         *       "plan_job_id": null,
         *       "run_job_id": null,
         *       "replan_job_id": null,
         *       "rerun_job_id": null,
         *       "run_job_state": null,
         *       "approval_id": null,
         *       "requested_by": null,
         *       "created_at": "2026-01-16T21:00:04.120Z",
         *       "decided_at": "2026-01-16T21:00:04.380Z",
         *       "ended_at": "2026-01-16T21:00:04.380Z"
         *     }
         */
        PolicyRun: {
            id: components["schemas"]["Uuid"];
            policy_id: components["schemas"]["Uuid"];
            /** @description Name of the policy at that time. */
            policy_name: string;
            cause: components["schemas"]["PolicyRunCause"];
            /** @description When it was, or is, to start. */
            starts_at: components["schemas"]["Timestamp"];
            /** @description Local time in the policy's time zone; null when a person started it, or the policy no longer has that start. */
            local_start: string | null;
            state: components["schemas"]["PolicyRunState"];
            reason: components["schemas"]["PolicyRunReason"];
            /** @description The reason in words. */
            message: string;
            /** @description The dry run that planned it. */
            plan_job_id: components["schemas"]["NullableUuid"];
            /** @description The job that ran the plan. */
            run_job_id: components["schemas"]["NullableUuid"];
            /** @description The dry run that planned hosts again whose plan had changed. */
            replan_job_id: components["schemas"]["NullableUuid"];
            /** @description The job that ran the second plan. */
            rerun_job_id: components["schemas"]["NullableUuid"];
            /** @description How `run_job_id`, or `rerun_job_id` where there is one, ended; null before. */
            run_job_state: components["schemas"]["JobState"] | null;
            /** @description The last approval that was requested. */
            approval_id: components["schemas"]["NullableUuid"];
            /** @description Who started or skipped it; null when no person did. */
            requested_by: components["schemas"]["UserRef"] | null;
            created_at: components["schemas"]["Timestamp"];
            /** @description When its state last changed. */
            decided_at: components["schemas"]["Timestamp"];
            ended_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description One page of a policy's runs. */
        PolicyRunList: {
            /** @description The runs on this page. */
            runs: components["schemas"]["PolicyRun"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description What is ahead of a host by its policies, and what the last runs did on it. */
        HostOutlook: {
            host_id: components["schemas"]["Uuid"];
            /** @description Start of the open or the next maintenance window; null when there is none. */
            next_window_start_at: components["schemas"]["NullableTimestamp"];
            next_window_end_at: components["schemas"]["NullableTimestamp"];
            /** @description Policies that apply to it now, by their next start; the first hundred. */
            policies: components["schemas"]["OutlookPolicy"][];
            /** @description The newest runs of these policies, five of each and fifty in all, the newest first. */
            runs: components["schemas"]["OutlookRun"][];
        };
        /** @description A policy that applies to the host. */
        OutlookPolicy: {
            id: components["schemas"]["Uuid"];
            /** @description Name of the policy. */
            name: string;
            state: components["schemas"]["PolicyState"];
            timezone: components["schemas"]["TimeZone"];
            /** @description The next start, also while the policy is paused; null once its rule has ended. */
            next_start_at: components["schemas"]["NullableTimestamp"];
            /** @description The same in local time of the policy's time zone, without offset. */
            next_local_start: string | null;
            /** @description Whether the next start is skipped. */
            skips_next: boolean;
            /** @description Which patches are applied: all, or security updates only. */
            mode: components["schemas"]["PatchScope"];
            /** @description Whether hosts are restarted after the work: `never`, `if_required` (where the host asks for it) or `always`. */
            reboot: components["schemas"]["RebootPolicy"];
            /** @description Whether hosts start only inside their maintenance windows. */
            respect_windows: boolean;
            /** @description Whether the host will wait for a window: its open or next window does not include the next start. */
            waits_for_window: boolean;
        };
        /** @description A run of a policy, and what it did on this host. */
        OutlookRun: {
            run: components["schemas"]["PolicyRun"];
            outcome: components["schemas"]["HostOutcome"];
            /** @description Reason of the host in its job, else of the run; null when there is nothing to say. */
            reason: string | null;
            /** @description What happened on this host, in words. */
            message: string;
            /** @description The job concerned; null when there is none. */
            job_id: components["schemas"]["NullableUuid"];
            /** @description When the outcome was reached. */
            at: components["schemas"]["NullableTimestamp"];
        };
        /**
         * @description `no_run`: the run started nothing, see its reason; `not_held`: the policy did not apply to the host when the run was planned; `planned`: its plan waits with the run; `not_planned`: no plan could be made for it; `waiting` and `working`: in the job of the run; `not_kept`: the job is past its retention.
         * @enum {string}
         */
        HostOutcome: "no_run" | "not_held" | "planning" | "planned" | "not_planned" | "nothing_to_do" | "waiting" | "working" | "completed" | "failed" | "skipped" | "cancelled" | "rolled_back" | "not_kept";
        /** @description How long ended runs are kept; at most the last 500 per policy. */
        PolicyRetentionSettings: {
            /**
             * Format: int32
             * @description Days that ended runs are kept. Initially 400.
             */
            runs_days: number;
        };
        /** @description Absent fields keep their value; all values are in days. */
        UpdatePolicyRetentionSettings: {
            /**
             * Format: int32
             * @description Days that ended runs are kept.
             */
            runs_days?: number;
        };
        /** @description As `createPolicy` takes it, with hosts and groups by name. */
        ConfigurationPolicy: {
            name: components["schemas"]["ConfigurationName"];
            /** @description Whether the policy is paused. */
            paused: boolean;
            timezone: components["schemas"]["TimeZone"];
            /** @description RFC 5545 rule of its starts, in local time. */
            rrule: string;
            /**
             * Format: int32
             * @description Days by which each start is later than the rule says.
             */
            days_after: number;
            target: components["schemas"]["ConfigurationPolicyTarget"];
            limited_to?: components["schemas"]["ConfigurationLimits"];
            /** @description Which patches are applied: all, or security updates only. */
            mode: components["schemas"]["PatchScope"];
            /** @description Packages that are not upgraded. */
            exclude?: components["schemas"]["PackageName"][];
            /** @description Whether hosts are restarted after the work: `never`, `if_required` (where the host asks for it) or `always`. */
            reboot?: components["schemas"]["RebootPolicy"];
            /** @description Whether hosts start only inside their maintenance windows. */
            respect_windows?: boolean;
            health_gate?: components["schemas"]["HealthGate"];
            /** @description The waves in which hosts are worked on; empty for all hosts at once. */
            waves?: components["schemas"]["JobWave"][];
            /**
             * Format: int32
             * @description Most hosts in progress at the same time.
             */
            max_parallel?: number;
            /**
             * Format: int32
             * @description Share of failed hosts, in percent, above which the job pauses; null for no limit.
             */
            failure_budget_percent?: number | null;
            /** @description Whether a failed host is rolled back automatically. */
            rollback_on_failure?: boolean;
            /** @description Whether a failing package source fails the host, instead of only its own packages being skipped. */
            strict_sources?: boolean;
            /** @description Whether a start missed while no manager was running is made up for, once, within `max_late_secs`. */
            catch_up: boolean;
            /**
             * Format: int32
             * @description Seconds.
             */
            max_late_secs: number;
            /**
             * Format: int32
             * @description Seconds.
             */
            plan_lead_secs: number;
        };
        /** @description The union of what is named. */
        ConfigurationPolicyTarget: {
            /** @description Hosts named one by one. */
            hosts?: components["schemas"]["ConfigurationHost"][];
            /** @description All hosts of these groups, by name. */
            groups?: components["schemas"]["ConfigurationName"][];
            /** @description Hosts that have any of these tags. */
            tags?: components["schemas"]["Tag"][];
            filter?: components["schemas"]["ConfigurationHostFilter"];
        };
        /** @description As `HostFilter`, with the group by name. */
        ConfigurationHostFilter: {
            /** @description Part of the FQDN, the display name, the address or the machine id, ignoring case. */
            search?: string;
            health_status?: components["schemas"]["HealthStatus"];
            /** @description Hosts of this family, such as `debian`. */
            os_family?: string;
            /** @description Hosts of this system, by its whole name. */
            os_name?: string;
            /** @description Hosts whose agent has this version. */
            agent_version?: string;
            group?: components["schemas"]["ConfigurationName"];
            tag?: components["schemas"]["Tag"];
            /** @description Hosts that have all of these tags. */
            tags_all?: components["schemas"]["Tag"][];
            /** @description Hosts that have none of these tags. */
            tags_none?: components["schemas"]["Tag"][];
            /** @description Hosts with (true) or known to be without (false) pending security patches. */
            has_security?: boolean;
            /** @description Hosts of which it is unknown (true) or known (false) whether security patches are pending. */
            security_unknown?: boolean;
            min_severity?: components["schemas"]["Severity"];
            severity?: components["schemas"]["SecuritySeverity"];
            security_age?: components["schemas"]["SecurityAge"];
            /** @description Hosts with a problem of this code. */
            problem?: string;
            /** @description Hosts that need (true) or do not need (false) a reboot. */
            reboot_required?: boolean;
            /** @description Hosts with (true) or without (false) reported problems. */
            has_problems?: boolean;
            /** @description Hosts that are (true) or are not (false) in maintenance mode. */
            maintenance_mode?: boolean;
        };
        /**
         * @description A refresh of a host's package lists that was requested.
         * @example {
         *       "host_id": "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21",
         *       "status": "started",
         *       "agent_job_id": null
         *     }
         */
        HostRefresh: {
            host_id: components["schemas"]["Uuid"];
            /**
             * @description `already_running` when a refresh of this host was in progress.
             * @enum {string}
             */
            status: "started" | "already_running";
            /** @description The agent's job of operation `refresh`; null until the agent has answered. */
            agent_job_id: components["schemas"]["NullableUuid"];
        };
        /** @description All in seconds. */
        PollingSettings: {
            /**
             * Format: int32
             * @description Seconds between two polls of a host's health. Initially 60.
             */
            health_poll_interval_secs: number;
            /**
             * Format: int32
             * @description Seconds between two polls of a host's pending patches. Initially 1800.
             */
            patch_poll_interval_secs: number;
            /**
             * Format: int32
             * @description Seconds between two runs of a health check without an interval of its own. Initially 300.
             */
            health_check_poll_interval_secs: number;
            /**
             * Format: int32
             * @description Seconds between two polls of a host's system information. Initially 86400.
             */
            system_info_poll_interval_secs: number;
        };
        /** @description All in seconds. */
        UpdatePollingSettings: {
            /**
             * Format: int32
             * @description Seconds between two polls of a host's health.
             */
            health_poll_interval_secs?: number;
            /**
             * Format: int32
             * @description Seconds between two polls of a host's pending patches.
             */
            patch_poll_interval_secs?: number;
            /**
             * Format: int32
             * @description Seconds between two runs of a health check without an interval of its own.
             */
            health_check_poll_interval_secs?: number;
            /**
             * Format: int32
             * @description Seconds between two polls of a host's system information.
             */
            system_info_poll_interval_secs?: number;
        };
        /** @description How reports are mailed. */
        ReportSettings: {
            /**
             * Format: int32
             * @description Largest attachment, in MiB. The mail about a larger report says where to download it; 0 attaches none. Initially 10.
             */
            attachment_max_mib: number;
        };
        /** @description Absent fields keep their value. */
        UpdateReportSettings: {
            /**
             * Format: int32
             * @description Largest attachment, in MiB; 0 attaches none.
             */
            attachment_max_mib?: number;
        };
        /**
         * @description Period of the report: the calendar week (from Monday) or month before the start, in local time, or `period_days` days up to the start.
         * @enum {string}
         */
        ReportSchedulePeriod: "last_week" | "last_month" | "last_days";
        /** @description Mail addresses. */
        ReportScheduleRecipients: string[];
        /**
         * Format: int32
         * @description Length of the period in days, for `last_days`.
         * @default 30
         */
        ReportPeriodDays: number;
        /** @description A report that is made and mailed on a schedule. */
        ReportSchedule: {
            id: components["schemas"]["Uuid"];
            /** @description Name of the schedule; it appears in the subject of the mail. */
            name: string;
            /** @description A disabled schedule makes no reports, except when it is run by hand. */
            enabled: boolean;
            report_type: components["schemas"]["ReportType"];
            format: components["schemas"]["ReportFormat"];
            period: components["schemas"]["ReportSchedulePeriod"];
            /**
             * Format: int32
             * @description Length of the period in days, for `last_days`; null for other periods.
             */
            period_days: number | null;
            /** @description The report is limited to this group; null for all hosts that its editor could see. */
            group_id: components["schemas"]["NullableUuid"];
            timezone: components["schemas"]["TimeZone"];
            /** @description RFC 5545 rule of its starts, in local time. */
            rrule: string;
            /** @description Mail addresses that get the report. */
            recipients: string[];
            /** @description False when it is limited to the hosts that its editor could see. */
            sees_all_hosts: boolean;
            /** @description Null when it is disabled, or its rule has ended. */
            next_start_at: components["schemas"]["NullableTimestamp"];
            /** @description The newest run; null before the first. */
            last_run: components["schemas"]["ReportScheduleRun"] | null;
            /** @description Who edited it last; the report is limited to the hosts that he could see then. */
            edited_by: components["schemas"]["UserRef"];
            /**
             * Format: int32
             * @description Raised by every edit; the `ETag`.
             */
            edit_version: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description One run of a report schedule. */
        ReportScheduleRun: {
            starts_at: components["schemas"]["Timestamp"];
            /**
             * @description `mailed`: handed to the mail queue; `mails` has the outcome of each mail.
             * @enum {string}
             */
            state: "making" | "mailed" | "failed";
            /** @description What was made, or why nothing was. */
            message: string;
            /** @description When the report was mailed or failed; null before. */
            ended_at: components["schemas"]["NullableTimestamp"];
            /** @description Outcome of each mail of this run, by address; empty while it is being made, when mail was off, and after the log of deliveries was pruned. */
            mails: components["schemas"]["ReportMail"][];
        };
        /** @description One mail of a run. */
        ReportMail: {
            /** @description Mail address. */
            recipient: string;
            state: components["schemas"]["DeliveryState"];
            /** @description Last answer of the mail server, or why nothing was sent; null before the first attempt. */
            answer: string | null;
        };
        /** @description The report schedules. */
        ReportScheduleList: {
            /** @description The schedules, by name. */
            schedules: components["schemas"]["ReportSchedule"][];
            /**
             * Format: int32
             * @description Number of items on all pages.
             */
            total: number;
            /** @description Cursor of the next page; null on the last page. */
            next_cursor: string | null;
            /** @description False when mail is not configured or disabled; runs fail. */
            mail_on: boolean;
        };
        /**
         * @description File format of the report.
         * @enum {string}
         */
        ReportFormat: "csv" | "pdf";
        /**
         * @description A new report schedule.
         * @example {
         *       "name": "For the auditors",
         *       "report_type": "compliance",
         *       "format": "pdf",
         *       "period": "last_month",
         *       "timezone": "Europe/Berlin",
         *       "rrule": "DTSTART:20260101T070000\nRRULE:FREQ=MONTHLY;BYMONTHDAY=1",
         *       "recipients": [
         *         "audit@example.org"
         *       ]
         *     }
         */
        CreateReportScheduleRequest: {
            /** @description Name of the schedule; it appears in the subject of the mail. */
            name: string;
            /**
             * @description A disabled schedule makes no reports, except when it is run by hand.
             * @default true
             */
            enabled?: boolean;
            report_type: components["schemas"]["ReportType"];
            format: components["schemas"]["ReportFormat"];
            period: components["schemas"]["ReportSchedulePeriod"];
            period_days?: components["schemas"]["ReportPeriodDays"];
            group_id?: components["schemas"]["NullableUuid"];
            timezone: components["schemas"]["TimeZone"];
            /** @description RFC 5545 rule of its starts, as for a policy. */
            rrule: string;
            recipients: components["schemas"]["ReportScheduleRecipients"];
        };
        /**
         * @description Absent fields keep their value.
         * @example {
         *       "enabled": false
         *     }
         */
        UpdateReportScheduleRequest: {
            /** @description Name of the schedule; it appears in the subject of the mail. */
            name?: string;
            /** @description A disabled schedule makes no reports, except when it is run by hand. */
            enabled?: boolean;
            report_type?: components["schemas"]["ReportType"];
            format?: components["schemas"]["ReportFormat"];
            period?: components["schemas"]["ReportSchedulePeriod"];
            period_days?: components["schemas"]["ReportPeriodDays"];
            group_id?: components["schemas"]["NullableUuid"];
            timezone?: components["schemas"]["TimeZone"];
            /** @description RFC 5545 rule of its starts, in local time. */
            rrule?: string;
            recipients?: components["schemas"]["ReportScheduleRecipients"];
        };
        /**
         * @description A rule and a period to preview.
         * @example {
         *       "timezone": "UTC",
         *       "rrule": "DTSTART:20260101T070000\nRRULE:FREQ=MONTHLY;BYMONTHDAY=1",
         *       "period": "last_month"
         *     }
         */
        PreviewReportScheduleRequest: {
            timezone: components["schemas"]["TimeZone"];
            /** @description RFC 5545 rule of its starts, in local time. */
            rrule: string;
            period: components["schemas"]["ReportSchedulePeriod"];
            period_days?: components["schemas"]["ReportPeriodDays"];
        };
        /** @description When a report would be made, and about which period. */
        ReportSchedulePreview: {
            /** @description The next starts, earliest first. */
            starts: {
                starts_at: components["schemas"]["Timestamp"];
                from: components["schemas"]["Timestamp"];
                to: components["schemas"]["Timestamp"];
            }[];
        };
        /**
         * @description `compliance` with service levels, `patch-history` of jobs, `vulnerability` (CVEs), or the `audit` log.
         * @enum {string}
         */
        ReportType: "compliance" | "patch-history" | "vulnerability" | "audit";
        /** @description One figure of a report. */
        ReportFigure: {
            /** @description Name of the figure, stable for programs. */
            key: string;
            /** @description Name of the figure, for people. */
            label: string;
            /**
             * Format: double
             * @description Null when it was not recorded, or there is nothing to divide by.
             */
            value: number | null;
            /**
             * @description Unit of `value`.
             * @enum {string}
             */
            unit: "number" | "percent" | "days";
            /** @description What is counted. */
            meaning: string;
        };
        /** @description The chart of a report, as numbers. */
        ReportChart: {
            /** @description Title of the chart. */
            title: string;
            /** @description What the bars count. */
            meaning: string;
            /** @description The bars, in order. */
            bars: {
                /** @description Label of the bar. */
                label: string;
                /**
                 * Format: double
                 * @description Length of the bar.
                 */
                value: number;
            }[];
        };
        /** @description The figures of a report. */
        ReportFigures: {
            report_type: components["schemas"]["ReportType"];
            made_at: components["schemas"]["Timestamp"];
            from: components["schemas"]["Timestamp"];
            to: components["schemas"]["Timestamp"];
            /** @description The group that the report is limited to; null for none. */
            group: components["schemas"]["GroupRef"] | null;
            /** @description True when the caller may see only some hosts, which the figures cover. */
            hosts_limited: boolean;
            /**
             * Format: int32
             * @description Rows of the CSV without its header.
             */
            rows: number;
            /** @description The figures, in the order of the report. */
            figures: components["schemas"]["ReportFigure"][];
            chart: components["schemas"]["ReportChart"];
            /** @description Notes on the figures, such as what was not recorded. */
            notes: string[];
        };
        /** @description As `createReportSchedule` takes it, with groups by name. */
        ConfigurationReportSchedule: {
            /** @description Name of the schedule; it appears in the subject of the mail. */
            name: string;
            /** @description A disabled schedule makes no reports, except when it is run by hand. */
            enabled: boolean;
            report_type: components["schemas"]["ReportType"];
            format: components["schemas"]["ReportFormat"];
            period: components["schemas"]["ReportSchedulePeriod"];
            /**
             * Format: int32
             * @description Length of the period in days, for `last_days`; null for other periods.
             */
            period_days: number | null;
            /** @description Name of the group; null for none. */
            group: string | null;
            limited_to?: components["schemas"]["ConfigurationLimits"];
            timezone: components["schemas"]["TimeZone"];
            /** @description RFC 5545 rule of its starts, in local time. */
            rrule: string;
            recipients: components["schemas"]["ReportScheduleRecipients"];
        };
        /**
         * @description What the sign-in page shows of single sign-on.
         * @example {
         *       "enabled": true,
         *       "display_name": "Company sign-in",
         *       "auth_url": "/api/v1/auth/sso/login"
         *     }
         */
        PublicSsoConfig: {
            /** @description Whether people can sign in this way. */
            enabled: boolean;
            /** @description For the button; empty when not configured. */
            display_name: string;
            /** @description Where the button leads; empty when not enabled. */
            auth_url: string;
        };
        /**
         * @description The code of a finished sign-in, with a second factor where one is due.
         * @example {
         *       "code": "3q2-7wAAAAB1c2VkLW9uY2Utb25seS1leGFtcGxlLWNvZGU"
         *     }
         */
        ExchangeSsoCodeRequest: {
            /** @description From the fragment `sso_code`. */
            code: string;
            /** @description Code of the authenticator app, after `MFA_REQUIRED`. */
            totp_code?: string | null;
            /** @description Recovery code, instead of `totp_code`. */
            recovery_code?: string | null;
        };
        /**
         * @description Where to return to.
         * @example {
         *       "return_to": "/profile"
         *     }
         */
        StartSsoRequest: {
            /** @description Path in the web UI to return to; absent, `/`. */
            return_to?: string;
        };
        /**
         * @description Where the browser goes next.
         * @example {
         *       "auth_url": "https://id.example.org/auth?client_id=fleetmend&state=…"
         *     }
         */
        SsoStart: {
            /** @description At the provider, for this browser alone. */
            auth_url: string;
        };
        /**
         * @description The provider to look up.
         * @example {
         *       "discovery_url": "https://id.example.org/.well-known/openid-configuration"
         *     }
         */
        DiscoverOidcRequest: {
            /**
             * Format: uri
             * @description The issuer, or the address of its `/.well-known/openid-configuration`.
             */
            discovery_url: string;
            /** @description Scopes to request, as in the settings; empty for `openid profile email`; absent, the saved ones. */
            scopes?: string;
        };
        /**
         * @description What the provider publishes about itself.
         * @example {
         *       "success": true,
         *       "issuer": "https://id.example.org",
         *       "authorization_endpoint": "https://id.example.org/auth",
         *       "token_endpoint": "https://id.example.org/token",
         *       "jwks_uri": "https://id.example.org/jwks",
         *       "userinfo_endpoint": null,
         *       "missing_scopes": [],
         *       "scopes_left": "openid profile email"
         *     }
         */
        OidcDiscovery: {
            /** @description Whether the provider's configuration was read. */
            success: boolean;
            /** @description Issuer of the provider; empty, as the other addresses, when `success` is false. */
            issuer: string;
            /** @description Where browsers are sent to sign in. */
            authorization_endpoint: string;
            /** @description Where codes are exchanged for tokens. */
            token_endpoint: string;
            /** @description Where the signing keys are. */
            jwks_uri: string;
            /** @description Where further claims are; null when there is none. */
            userinfo_endpoint?: string | null;
            /** @description Requested scopes that the provider does not list. */
            missing_scopes?: string[];
            /** @description The other scopes, as a value for `scopes` in the settings. */
            scopes_left?: string;
            /** @description What was found, or why nothing was, in words. */
            message?: string;
        };
        /**
         * @description Decides what empty fields mean. `provider_one` (as Keycloak): roles in `realm_access.roles`, the user name is `preferred_username` as it is. `provider_two` (as Entra ID): roles in `roles`, the user name is `preferred_username` up to its `@`. `custom`: no roles unless `role_claim` names a claim, and the user name is `preferred_username` as it is. All three: scopes `openid profile email`.
         * @enum {string}
         */
        OidcProviderType: "provider_one" | "provider_two" | "custom";
        /** @description Single sign-on through OpenID Connect. */
        OidcSettings: {
            /** @description Whether people can sign in this way. */
            enabled: boolean;
            provider_type: components["schemas"]["OidcProviderType"];
            /** @description Name on the button of the sign-in page. */
            display_name: string;
            /** @description The issuer, or the address of its `/.well-known/openid-configuration`. */
            discovery_url: string;
            /** @description Client id registered at the provider. */
            client_id: string;
            client_secret: components["schemas"]["MaskedSecret"];
            /** @description Redirect URI at the provider; empty for `sso_callback_url`. */
            redirect_uri: string;
            /** @description Scopes to request, separated by spaces; empty for those of the `provider_type`. */
            scopes: string;
            /** @description Whether people who are not linked get an account at their first sign-in; they do until it is changed. */
            auto_provision: boolean;
            /** @description Claim of the ID token or of UserInfo with the person's groups or roles; dots lead into objects. Empty for the one of the `provider_type`. */
            role_claim: string;
            role_mapping: components["schemas"]["OidcRoleMapping"];
            unmapped: components["schemas"]["OidcUnmapped"];
            mfa_acr_values: components["schemas"]["OidcFactorValues"];
            mfa_amr_values: components["schemas"]["OidcFactorValues"];
        };
        /** @description Values of the claim, and what they give at each sign-in. If several match, the highest role counts, and the hosts of all rows with that role. Empty: roles are managed in Fleetmend. */
        OidcRoleMapping: {
            /** @description Value of the claim, compared exactly. */
            value: string;
            role: components["schemas"]["Role"];
            /** @description Host groups that the person is limited to; absent, all hosts. Administrators are never limited. */
            group_ids?: components["schemas"]["Uuid"][];
        }[];
        /**
         * @description What happens to people whom no row of `role_mapping` matches, if it has any. `reporter`: they become reporters, of all hosts, but of none if they were limited to some groups. `no_hosts`: reporters who see no host. `refuse`: access is denied.
         * @enum {string}
         */
        OidcUnmapped: "reporter" | "no_hosts" | "refuse";
        /** @description Values of the ID token's `acr`, or `amr`, by which the provider says that the person has proved two factors. A sign-in without any of them is a first factor, as a password is. */
        OidcFactorValues: string[];
        /** @description Absent fields keep their value. */
        UpdateOidcSettings: {
            /** @description Whether people can sign in this way. */
            enabled?: boolean;
            provider_type?: components["schemas"]["OidcProviderType"];
            /** @description Name on the button of the sign-in page. */
            display_name?: string;
            /** @description The issuer, or the address of its `/.well-known/openid-configuration`. */
            discovery_url?: string;
            /** @description Client id registered at the provider. */
            client_id?: string;
            /** @description Absent or `********` keeps it, null clears it; public clients have none. Another `discovery_url` or `client_id` without a new secret clears it too. */
            client_secret?: string | null;
            /** @description Redirect URI at the provider; empty for `sso_callback_url`. */
            redirect_uri?: string;
            /** @description Scopes to request, separated by spaces; empty for those of the `provider_type`. */
            scopes?: string;
            /** @description Whether unknown people get an account at their first sign-in. */
            auto_provision?: boolean;
            /** @description Claim that contains the person's groups or roles; empty for the one of the `provider_type`. */
            role_claim?: string;
            role_mapping?: components["schemas"]["OidcRoleMapping"];
            unmapped?: components["schemas"]["OidcUnmapped"];
            mfa_acr_values?: components["schemas"]["OidcFactorValues"];
            mfa_amr_values?: components["schemas"]["OidcFactorValues"];
        };
        /** @description One page of users. */
        UserList: {
            /** @description The users on this page. */
            users: components["schemas"]["User"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description A new account.
         * @example {
         *       "username": "olga",
         *       "display_name": "Olga Operator",
         *       "email": "olga@example.org",
         *       "role": "operator",
         *       "password": "seven quiet otters row north",
         *       "must_change_password": true
         *     }
         */
        CreateUserRequest: {
            /** @description Name to sign in with, unique. */
            username: string;
            /** @description Name shown to people; null for none. */
            display_name?: string | null;
            /**
             * Format: email
             * @description Mail address; null for none.
             */
            email?: string | null;
            role: components["schemas"]["Role"];
            password: components["schemas"]["NewPassword"];
            /**
             * @description Whether the user must choose a new password before the next sign-in.
             * @default true
             */
            must_change_password?: boolean;
            /** @description As in `UpdateUserRequest`. Null or absent, all hosts. */
            scope_group_ids?: components["schemas"]["Uuid"][] | null;
        };
        /**
         * @description Absent fields keep their value.
         * @example {
         *       "role": "reporter"
         *     }
         * @example {
         *       "scope_group_ids": [
         *         "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21"
         *       ]
         *     }
         */
        UpdateUserRequest: {
            /** @description Name shown to people; null for none. */
            display_name?: string | null;
            /**
             * Format: email
             * @description Mail address; null for none.
             */
            email?: string | null;
            role?: components["schemas"]["Role"];
            /** @description Disabling a user ends his sessions and deletes his API tokens. */
            disabled?: boolean;
            /** @description Limits the user to hosts of these groups; empty for none. Null for all hosts, the only value for administrators: whoever becomes one loses the limit. */
            scope_group_ids?: components["schemas"]["Uuid"][] | null;
            /**
             * @description Removes the password: from now on this user signs in only by single sign-on. `resetUserPassword` gives one again.
             * @constant
             */
            sso_only?: true;
        };
        /**
         * @description A new password for another user.
         * @example {
         *       "new_password": "seven quiet otters row north",
         *       "must_change_password": true
         *     }
         */
        ResetPasswordRequest: {
            new_password: components["schemas"]["NewPassword"];
            /**
             * @description Whether the user must choose a new password before the next sign-in.
             * @default true
             */
            must_change_password?: boolean;
        };
        /**
         * @description A new API token of the caller.
         * @example {
         *       "name": "monitoring",
         *       "role": "reporter",
         *       "expires_in_secs": 7776000,
         *       "group_ids": null
         *     }
         */
        CreateApiTokenRequest: {
            /** @description Name of the token; shown with the owner's name in logs and at jobs. */
            name: string;
            role: components["schemas"]["Role"];
            /** @description Of what the role holds, only what any of these scopes holds too. Absent means null, which is all of it. */
            scopes?: components["schemas"]["TokenScope"][] | null;
            /**
             * Format: int32
             * @description Seconds until the token expires, one year at most.
             */
            expires_in_secs: number;
            /** @description Limits the token to hosts of these groups, within what its owner may see; empty for none. Null or absent, for all; the only value for the role `admin`. */
            group_ids?: components["schemas"]["Uuid"][] | null;
        };
        /** @description An API token, without its secret. */
        ApiToken: {
            id: components["schemas"]["Uuid"];
            /** @description Name of the token. */
            name: string;
            role: components["schemas"]["Role"];
            /** @description Of what the role holds, only what any of these scopes holds too. Null is all of it. */
            scopes: components["schemas"]["TokenScope"][] | null;
            /** @description Groups that the token is limited to; null for all hosts that its owner may see. */
            group_ids: components["schemas"]["Uuid"][] | null;
            created_at: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["Timestamp"];
            /** @description Time of the last use, to the minute; null when it was never used. */
            last_used_at: components["schemas"]["NullableTimestamp"];
            /** @description Client address of the last use. */
            last_used_address: string | null;
            /** @description The secret before the last rotation is taken until then; null where it was never rotated. */
            previous_until: components["schemas"]["NullableTimestamp"];
        };
        /**
         * @description A new API token with its secret.
         * @example {
         *       "id": "01939f70-6f70-7182-93a4-b5c6d7e8f901",
         *       "name": "monitoring",
         *       "role": "reporter",
         *       "scopes": null,
         *       "group_ids": null,
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "expires_at": "2026-04-15T08:30:00.000Z",
         *       "last_used_at": null,
         *       "last_used_address": null,
         *       "previous_until": null,
         *       "token": "fmt_q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA"
         *     }
         */
        CreatedApiToken: {
            id: components["schemas"]["Uuid"];
            /** @description Name of the token. */
            name: string;
            role: components["schemas"]["Role"];
            /** @description Of what the role holds, only what any of these scopes holds too. Null is all of it. */
            scopes: components["schemas"]["TokenScope"][] | null;
            /** @description Groups that the token is limited to; null for all hosts that its owner may see. */
            group_ids: components["schemas"]["Uuid"][] | null;
            created_at: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["Timestamp"];
            /** @description Time of the last use, to the minute; null when it was never used. */
            last_used_at: components["schemas"]["NullableTimestamp"];
            /** @description Client address of the last use. */
            last_used_address: string | null;
            /** @description The secret before the last rotation is taken until then; null where it was never rotated. */
            previous_until: components["schemas"]["NullableTimestamp"];
            /** @description Sent as `Authorization: Bearer`; stored hashed. Shown only here, and for a day to a repetition of the call with its key. */
            token: string;
        };
        /**
         * @description One row of the table of permissions.
         * @example {
         *       "name": "hosts:refresh",
         *       "roles": [
         *         "admin",
         *         "operator"
         *       ],
         *       "scopes": [
         *         "patch"
         *       ],
         *       "grantable": true,
         *       "services": true,
         *       "concerns_all_hosts": false,
         *       "operations": [
         *         {
         *           "operation_id": "refreshHost",
         *           "summary": "Refresh the package lists of a host"
         *         }
         *       ]
         *     }
         */
        PermissionDetails: {
            name: components["schemas"]["PermissionName"];
            /** @description The fixed roles that hold it. */
            roles: components["schemas"]["FixedRole"][];
            /** @description The scopes of API tokens that hold it. */
            scopes: components["schemas"]["TokenScope"][];
            /** @description False: it is the role admin's alone, and no custom role may hold it. */
            grantable: boolean;
            /** @description False: it is for people, and no service account has it. */
            services: boolean;
            /** @description It is about the whole installation, so nobody has it who is limited to groups of hosts. */
            concerns_all_hosts: boolean;
            /** @description What its holder may call, where its feature is switched on. */
            operations: components["schemas"]["PermittedOperation"][];
        };
        /** @description An operation of the contract. */
        PermittedOperation: {
            /** @description Its name in the contract. */
            operation_id: string;
            /** @description What it does. */
            summary: string;
        };
        /** @description All permissions of this manager. */
        PermissionList: {
            /** @description In the order of the contract. */
            permissions: components["schemas"]["PermissionDetails"][];
            /**
             * Format: int32
             * @description How many there are.
             */
            total: number;
            /** @description Null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description A named set of permissions.
         * @example {
         *       "id": "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21",
         *       "name": "night-shift",
         *       "description": "Runs and approves jobs and edits nothing.",
         *       "fixed": false,
         *       "permissions": [
         *         "hosts:read",
         *         "jobs:read",
         *         "jobs:run",
         *         "approvals:decide"
         *       ],
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "updated_at": "2026-01-15T08:30:00.000Z",
         *       "edit_version": 1
         *     }
         */
        RoleDetails: {
            /** @description As the audit log has it; null where it is fixed. */
            id: components["schemas"]["NullableUuid"];
            name: components["schemas"]["Role"];
            /** @description Null where nobody wrote one. */
            description: string | null;
            /** @description True for `admin`, `operator` and `reporter`, which nobody changes. */
            fixed: boolean;
            /** @description What the role may do, in the order of `x-permissions`. */
            permissions: components["schemas"]["PermissionName"][];
            /** @description Null where it is fixed. */
            created_at: components["schemas"]["NullableTimestamp"];
            /** @description Null where it is fixed. */
            updated_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: int32
             * @description Raised by people's edits alone, the `ETag`; null where it is fixed.
             */
            edit_version: number | null;
        };
        /** @description All roles of this manager. */
        RoleList: {
            /** @description The fixed ones, then the custom ones by name. */
            roles: components["schemas"]["RoleDetails"][];
            /**
             * Format: int32
             * @description How many there are.
             */
            total: number;
            /** @description Null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description A role as its maker wants it.
         * @example {
         *       "name": "night-shift",
         *       "permissions": [
         *         "hosts:read",
         *         "jobs:read",
         *         "jobs:run",
         *         "approvals:decide"
         *       ]
         *     }
         */
        CreateRoleRequest: {
            /** @description It never changes, and is no name of a fixed role or of a scope of tokens. */
            name: components["schemas"]["Role"];
            /** @description What it is for. */
            description?: string | null;
            /** @description What the role may do. */
            permissions: components["schemas"]["PermissionName"][];
        };
        /**
         * @description What changes of a role.
         * @example {
         *       "permissions": [
         *         "hosts:read",
         *         "jobs:read"
         *       ]
         *     }
         */
        UpdateRoleRequest: {
            /** @description What it is for. */
            description?: string | null;
            /** @description All that the role may do from now on. */
            permissions?: components["schemas"]["PermissionName"][];
        };
        /**
         * @description What a token is made for. `read`: all lists and figures but the audit log; `patch`: run jobs; `configuration`: windows, checks, policies, groups, notifications and settings; `enroll`: enrollments and their tokens; `metrics`: the figures of the fleet. What each holds is in `x-permissions`.
         * @enum {string}
         */
        TokenScope: "read" | "patch" | "configuration" | "enroll" | "metrics";
        /**
         * @description An owner of API tokens that is no person.
         * @example {
         *       "id": "01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e22",
         *       "name": "deploy-pipeline",
         *       "description": "Patches the staging hosts before each release.",
         *       "role": "operator",
         *       "scope_group_ids": null,
         *       "expires_at": "2026-12-31T00:00:00.000Z",
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "created_by": "admin",
         *       "updated_at": "2026-01-15T08:30:00.000Z",
         *       "edit_version": 1
         *     }
         */
        ServiceAccount: {
            id: components["schemas"]["Uuid"];
            /** @description Stands before the token's name in jobs and in the audit log. */
            name: string;
            /** @description Null where nobody wrote one. */
            description: string | null;
            role: components["schemas"]["Role"];
            /** @description Only hosts of these groups are seen and worked on; null is all hosts. */
            scope_group_ids: components["schemas"]["Uuid"][] | null;
            /** @description Its tokens are refused from then on. */
            expires_at: components["schemas"]["Timestamp"];
            created_at: components["schemas"]["Timestamp"];
            /** @description Who made it, by the name of then. */
            created_by: string;
            updated_at: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description Raised by people's edits alone; the `ETag`.
             */
            edit_version: number;
        };
        /** @description One page of service accounts. */
        ServiceAccountList: {
            /** @description Those of this page. */
            service_accounts: components["schemas"]["ServiceAccount"][];
            /**
             * Format: int32
             * @description On all pages.
             */
            total: number;
            /** @description Null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description A service account as its maker wants it.
         * @example {
         *       "name": "deploy-pipeline",
         *       "role": "operator",
         *       "expires_at": "2026-12-31T00:00:00.000Z"
         *     }
         */
        CreateServiceAccountRequest: {
            /** @description It never changes. */
            name: string;
            /** @description What it is for. */
            description?: string | null;
            role: components["schemas"]["Role"];
            /** @description At most 1,095 days from now. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description Only hosts of these groups are seen and worked on. Absent means null, which is all hosts. */
            scope_group_ids?: components["schemas"]["Uuid"][] | null;
        };
        /**
         * @description What changes of a service account.
         * @example {
         *       "role": "reporter"
         *     }
         */
        UpdateServiceAccountRequest: {
            /** @description What it is for. */
            description?: string | null;
            role?: components["schemas"]["Role"];
            /** @description At most 1,095 days from now; the ends of its tokens stay. */
            expires_at?: components["schemas"]["Timestamp"];
            /** @description Only hosts of these groups are seen and worked on; null is all hosts. */
            scope_group_ids?: components["schemas"]["Uuid"][] | null;
        };
        /**
         * @description A token as its maker wants it; it has the role and the hosts of its account.
         * @example {
         *       "name": "ci",
         *       "scopes": [
         *         "patch"
         *       ],
         *       "expires_in_secs": 7776000
         *     }
         */
        CreateServiceAccountTokenRequest: {
            /** @description Name of the token; shown after the account's name in logs and at jobs. */
            name: string;
            /** @description Of what the role holds, only what any of these scopes holds too. Absent means null, which is all of it. */
            scopes?: components["schemas"]["TokenScope"][] | null;
            /**
             * Format: int32
             * @description Seconds until the token expires, one year at most, and not after its account.
             */
            expires_in_secs: number;
        };
        /**
         * @description How long the earlier secret goes on.
         * @example {
         *       "overlap_secs": 600
         *     }
         */
        RotateTokenRequest: {
            /**
             * Format: int32
             * @description The secret by which the token called is taken for so long.
             * @default 3600
             */
            overlap_secs?: number;
        };
        /** @description One page of tokens. */
        ApiTokenList: {
            /** @description The tokens on this page. */
            tokens: components["schemas"]["ApiToken"][];
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
            /** @description `cursor` of the next page; null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description One sign-in of a user, until it ends.
         * @example {
         *       "id": "01939f6e-4d5e-7f60-8172-8394a5b6c7d8",
         *       "device": "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0",
         *       "address": "192.0.2.10",
         *       "method": "password",
         *       "created_at": "2026-01-15T08:30:00.000Z",
         *       "last_used_at": "2026-01-15T09:30:00.000Z",
         *       "expires_at": "2026-01-15T20:30:00.000Z",
         *       "current": true
         *     }
         */
        UserSession: {
            id: components["schemas"]["Uuid"];
            /** @description The user agent, as the client named it; null when it named none. */
            device: string | null;
            /** @description Client address at sign-in. */
            address: string;
            /** @description How the user signed in, such as `password`, `webauthn` or `sso`. The list grows. */
            method: string;
            created_at: components["schemas"]["Timestamp"];
            /** @description To a quarter of an hour. */
            last_used_at: components["schemas"]["Timestamp"];
            /** @description Expires then at the latest, and after an hour without use. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description True for the session of the caller. */
            current: boolean;
        };
        /** @description The active sessions of a user. */
        SessionList: {
            /** @description The sessions on this page. */
            sessions: components["schemas"]["UserSession"][];
            /** @description Cursor of the next page; null on the last page. */
            next_cursor: string | null;
            /**
             * Format: int32
             * @description Number of matches, over all pages.
             */
            total: number;
        };
        /**
         * @description Where the manager's own certificate comes from; `custom` reads files, `off` is for a proxy on loopback.
         * @enum {string}
         */
        WebTlsStrategy: "internal_ca" | "custom" | "off";
        /**
         * @description The certificate that this manager shows to browsers and tools.
         * @example {
         *       "strategy": "custom",
         *       "pending": {
         *         "previous": "internal_ca",
         *         "confirm_by": "2026-01-15T08:31:00.000Z"
         *       },
         *       "certificate": {
         *         "subject": "CN=patch.example.org",
         *         "issuer": "CN=R11, O=Example CA",
         *         "names": [
         *           "patch.example.org"
         *         ],
         *         "not_before": "2026-01-01T00:00:00.000Z",
         *         "not_after": "2026-04-01T00:00:00.000Z",
         *         "fingerprint": "3f5a9c0e7b1d2c4f6a8e0b2d4c6f8a1e3f5a9c0e7b1d2c4f6a8e0b2d4c6f8a1e"
         *       },
         *       "problem": null
         *     }
         */
        WebTls: {
            /** @description The chosen strategy, the same on every manager. */
            strategy: components["schemas"]["WebTlsStrategy"];
            /** @description A change that is not confirmed yet; null when there is none. */
            pending: {
                previous: components["schemas"]["WebTlsStrategy"];
                /** @description Then `previous` is chosen again. */
                confirm_by: components["schemas"]["Timestamp"];
            } | null;
            /** @description The custom certificate as its file is now on this manager; null when none is configured, or it cannot be used. */
            certificate: components["schemas"]["WebCertificate"] | null;
            /** @description Why this manager cannot use the certificate that its configuration names; null when it can, or names none. */
            problem: string | null;
        };
        /** @description The configured certificate. */
        WebCertificate: {
            /** @description Distinguished name of its owner. */
            subject: string;
            /** @description Distinguished name of its issuer. */
            issuer: string;
            /** @description Names and addresses it is valid for. */
            names: string[];
            not_before: components["schemas"]["Timestamp"];
            not_after: components["schemas"]["Timestamp"];
            /** @description SHA-256 of the certificate's DER, hexadecimal. */
            fingerprint: string;
        };
    };
    responses: {
        /** @description Malformed or refused input. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description No valid credentials. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Not allowed. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description No such thing, or the feature is switched off. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The state does not allow it. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The resource was changed since, so read it again; with `If-None-Match` something has the name. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Too many failures for this account from this address. */
        Locked: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Too many calls; `Retry-After` says when to come again. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description A fault of the manager; the log has it under `request_id`. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description What the manager had to ask (a host's agent, a provider) could not be reached or gave no usable answer. */
        BadGateway: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Any other error. */
        UnexpectedError: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                Allow: components["headers"]["Allow"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The call has arrived; nothing is read of the answer but its status. 408, 425, 429, 5xx and no answer are tried again, any other status gives it up. */
        WebhookTaken: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Too many reports of the account wait for their turn, `REPORTS_BUSY`; or this one was not done within 120 seconds, or broke off, `REPORT_NOT_MADE`: the message says which. */
        ReportsBusy: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The provider could not be reached or gave no usable answer, `SSO_PROVIDER_UNREACHABLE`. */
        ProviderUnreachable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
    };
    parameters: {
        /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
        Cursor: string;
        /** @description Items in one page. */
        Limit: number;
        /** @description Items in one page. Without it the page is the whole list. */
        LimitOrAll: number;
        /** @description Only items with exactly this name. */
        Name: string;
        /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
        IdempotencyKey: string;
        /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
        IfMatch: string;
        /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
        ValidateOnly: boolean;
        /** @description `*`: create it only if nothing of this kind has the name; otherwise `PRECONDITION_FAILED` with the id of the existing one in `details.id`. Without this header a name that is in use answers `NAME_TAKEN`. */
        IfNoneMatch: "*";
        /** @description Id of a host. */
        HostId: components["schemas"]["Uuid"];
        /** @description Part of the FQDN, the display name, the address or the machine id, ignoring case. */
        HostSearch: string;
        /** @description Only hosts in this state. */
        HostHealthStatus: components["schemas"]["HealthStatus"];
        /** @description Only hosts of this family, such as `debian`. */
        HostOsFamily: string;
        /** @description Only hosts of this system, such as `Debian GNU/Linux 12 (bookworm)`. */
        HostOsName: string;
        /** @description Only hosts whose agent has this version. */
        HostAgentVersion: string;
        /** @description Only hosts with a pending security patch of this severity or higher. */
        HostMinSeverity: components["schemas"]["Severity"];
        /** @description Only hosts with (true) or without (false) reported problems. */
        HostHasProblems: boolean;
        /** @description Only hosts that are in maintenance mode (true), or are not (false). */
        HostMaintenanceMode: boolean;
        /** @description Only hosts of this group. */
        HostGroupId: components["schemas"]["Uuid"];
        /** @description Only hosts with this tag. */
        HostTag: components["schemas"]["Tag"];
        /** @description Only hosts that have all of these tags, separated by commas. */
        HostTagsAll: components["schemas"]["Tag"][];
        /** @description Only hosts that have none of these tags, separated by commas. */
        HostTagsNone: components["schemas"]["Tag"][];
        /** @description Only hosts that have changed since this `next_change`; 0 is the beginning. */
        HostChangedSince: number;
        /** @description True for hosts with pending security patches, false for hosts known to have none. */
        HostHasSecurity: boolean;
        /** @description True for hosts for which it is unknown whether security patches are pending: their patches were never read, cannot be read now, or cannot be classified. False for the others. */
        HostSecurityUnknown: boolean;
        /** @description Only hosts whose most severe pending security patch is rated so. */
        HostSeverity: components["schemas"]["SecuritySeverity"];
        /** @description Only hosts whose oldest pending security patch is of this age. */
        HostSecurityAge: components["schemas"]["SecurityAge"];
        /** @description Only hosts with a problem of this code. */
        HostProblemCode: string;
        /** @description Only hosts that need (true) or do not need (false) a reboot. */
        HostRebootRequired: boolean;
        /** @description Id of a group. */
        GroupId: components["schemas"]["Uuid"];
        /** @description Id of a host of the job. */
        JobHostId: components["schemas"]["Uuid"];
        /** @description Id of a job. */
        JobId: components["schemas"]["Uuid"];
        /** @description Id of an approval. */
        ApprovalId: components["schemas"]["Uuid"];
        /** @description Id of an approval rule. */
        ApprovalRuleId: components["schemas"]["Uuid"];
        /** @description Only rows of this action, such as `host.deleted`. */
        AuditActionFilter: components["schemas"]["AuditAction"];
        /** @description Only rows of this actor, by its id, or by its kind where that has none (`system`, `machine`, `anonymous`). */
        AuditActorFilter: string;
        /** @description Only rows of the resource with this id. */
        AuditResourceFilter: string;
        /** @description Start, inclusive. */
        AuditFrom: components["schemas"]["Timestamp"];
        /** @description End, exclusive. */
        AuditTo: components["schemas"]["Timestamp"];
        /** @description Id of a certificate. */
        CertificateId: components["schemas"]["Uuid"];
        /** @description Id of an enrollment request. */
        EnrollmentId: components["schemas"]["Uuid"];
        /** @description Id of an enrollment token. */
        EnrollmentTokenId: components["schemas"]["Uuid"];
        /** @description Id of a health check. */
        CheckId: components["schemas"]["Uuid"];
        /** @description Order of the list; a leading `-` is descending. Those that never open again are the last by `next_start_at`. */
        WindowSort: "next_start_at" | "-next_start_at" | "name" | "-name" | "created_at" | "-created_at";
        /** @description Id of a maintenance window. */
        WindowId: components["schemas"]["Uuid"];
        /** @description Id of a freeze. */
        FreezeId: components["schemas"]["Uuid"];
        /** @description Id of a WebAuthn credential. */
        WebauthnCredentialId: components["schemas"]["Uuid"];
        /** @description Id of a webhook. */
        WebhookId: components["schemas"]["Uuid"];
        /** @description Id of a rule of notifications. */
        RuleId: components["schemas"]["Uuid"];
        /** @description Id of a delivery. */
        DeliveryId: components["schemas"]["DeliveryUuid"];
        /** @description Part of the package's name, in any case. */
        PackageSearch: string;
        /** @description The package's whole name, without architecture. */
        PackageNameQuery: string;
        /** @description Only this package, by its whole name. */
        PackageNameFilter: string;
        /** @description Only packages of this publisher, as the repository labels itself; empty for packages of no known repository. */
        PackageOrigin: string;
        /** @description Only packages that are held (`true`), or not (`false`). */
        PackageHeld: boolean;
        /** @description Only packages with (`true`) or without (`false`) a version that the host's own policy prefers. */
        PackagePending: boolean;
        /** @description Only this version, as it is written. */
        PackageVersion: string;
        /** @description Only versions that are older than this one. */
        PackageVersionBelow: string;
        /** @description Only this version and newer ones. */
        PackageVersionAtLeast: string;
        /** @description Id of the host to compare with. */
        OtherHostId: components["schemas"]["Uuid"];
        /** @description Id of a policy. */
        PolicyId: components["schemas"]["Uuid"];
        /** @description What the report is about. */
        ReportTypePath: components["schemas"]["ReportType"];
        /** @description Start of the period, inclusive. Without it, 30 days before `to`. */
        ReportFrom: components["schemas"]["Timestamp"];
        /** @description End of the period, exclusive. Without it, now. */
        ReportTo: components["schemas"]["Timestamp"];
        /** @description Only hosts that are in this group now. */
        ReportGroup: components["schemas"]["Uuid"];
        /** @description Id of a schedule of reports. */
        ReportScheduleId: components["schemas"]["Uuid"];
        /** @description The configured name of the first provider, by default `keycloak`; any other answers 404 `NOT_FOUND`. */
        LegacyProvider: string;
        /** @description As the provider sent it; absent or empty, no sign-in is found. */
        OidcState: string;
        /** @description As the provider sent it. */
        OidcCode: string;
        /** @description As the provider sent it, instead of a code. */
        OidcError: string;
        /** @description As the provider sent it; only logged. */
        OidcErrorDescription: string;
        /** @description Issuer, RFC 9207. */
        OidcIss: string;
        /** @description As the provider sent it; not used. */
        OidcSessionState: string;
        /** @description Order of the list; a leading `-` is descending. */
        ApiTokenSort: "created_at" | "-created_at" | "name" | "-name" | "expires_at" | "-expires_at";
        /** @description Order of the list; a leading `-` is descending. */
        SessionSort: "created_at" | "-created_at" | "last_used_at" | "-last_used_at";
        /** @description Order of the list; a leading `-` is descending. */
        PermissionSort: "name" | "-name";
        /** @description Order of the list; a leading `-` is descending. */
        RoleSort: "name" | "-name" | "created_at" | "-created_at";
        /** @description Order of the list; a leading `-` is descending. */
        ServiceAccountSort: "name" | "-name" | "created_at" | "-created_at" | "expires_at" | "-expires_at";
        /** @description Id of a service account. */
        ServiceAccountId: components["schemas"]["Uuid"];
        /** @description Name of a role. */
        RoleName: components["schemas"]["Role"];
        /** @description Id of a user. */
        UserId: components["schemas"]["Uuid"];
        /** @description Id of a session. */
        SessionId: components["schemas"]["Uuid"];
        /** @description Id of an API token. */
        ApiTokenId: components["schemas"]["Uuid"];
    };
    requestBodies: never;
    headers: {
        /** @description Name of the file, as an attachment. */
        ContentDisposition: string;
        /**
         * @description The quoted `edit_version` (of settings one over all sections), for `If-Match`.
         * @example "3"
         */
        ETag: string;
        /**
         * @description Path of what was made or has begun.
         * @example /api/v1/jobs/01939f6b-0c52-7d3a-8f4e-2a6b9c1d7e30
         */
        Location: string;
        /** @description Id of the request, also in the manager's log. */
        XRequestId: string;
        /** @description Seconds to wait. */
        RetryAfter: number;
        /**
         * @description How to prove who calls (RFC 6750); `error` says what is wrong with the token that was sent.
         * @example Bearer error="invalid_token"
         */
        WWWAuthenticate: string;
        /** @description Of 405, the methods that the path serves. */
        Allow: string;
        /** @description Where to go next. */
        Redirect: string;
        /** @description Since when the operation is deprecated (RFC 9745). */
        Deprecation: string;
        /** @description From this time on the operation may no longer be served (RFC 8594). */
        Sunset: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listHosts: {
        parameters: {
            query?: {
                /** @description Part of the FQDN, the display name, the address or the machine id, ignoring case. */
                search?: components["parameters"]["HostSearch"];
                /** @description Only hosts in this state. */
                health_status?: components["parameters"]["HostHealthStatus"];
                /** @description Only hosts of this family, such as `debian`. */
                os_family?: components["parameters"]["HostOsFamily"];
                /** @description Only hosts of this system, such as `Debian GNU/Linux 12 (bookworm)`. */
                os_name?: components["parameters"]["HostOsName"];
                /** @description Only hosts whose agent has this version. */
                agent_version?: components["parameters"]["HostAgentVersion"];
                /** @description Only hosts of this group. */
                group_id?: components["parameters"]["HostGroupId"];
                /** @description Only hosts with this tag. */
                tag?: components["parameters"]["HostTag"];
                /** @description Only hosts that have all of these tags, separated by commas. */
                tags_all?: components["parameters"]["HostTagsAll"];
                /** @description Only hosts that have none of these tags, separated by commas. */
                tags_none?: components["parameters"]["HostTagsNone"];
                /** @description Only hosts that have changed since this `next_change`; 0 is the beginning. */
                changed_since?: components["parameters"]["HostChangedSince"];
                /** @description True for hosts with pending security patches, false for hosts known to have none. */
                has_security?: components["parameters"]["HostHasSecurity"];
                /** @description True for hosts for which it is unknown whether security patches are pending: their patches were never read, cannot be read now, or cannot be classified. False for the others. */
                security_unknown?: components["parameters"]["HostSecurityUnknown"];
                /** @description Only hosts with a pending security patch of this severity or higher. */
                min_severity?: components["parameters"]["HostMinSeverity"];
                /** @description Only hosts whose most severe pending security patch is rated so. */
                severity?: components["parameters"]["HostSeverity"];
                /** @description Only hosts whose oldest pending security patch is of this age. */
                security_age?: components["parameters"]["HostSecurityAge"];
                /** @description Only hosts with a problem of this code. */
                problem?: components["parameters"]["HostProblemCode"];
                /** @description Only hosts that need (true) or do not need (false) a reboot. */
                reboot_required?: components["parameters"]["HostRebootRequired"];
                /** @description Only hosts with (true) or without (false) reported problems. */
                has_problems?: components["parameters"]["HostHasProblems"];
                /** @description Only hosts that are in maintenance mode (true), or are not (false). */
                maintenance_mode?: components["parameters"]["HostMaintenanceMode"];
                /** @description Order of the list. */
                sort?: components["schemas"]["HostSort"];
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of hosts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createHost: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateHostRequest"];
            };
        };
        responses: {
            /** @description Added. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Host"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getHost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The host. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Host"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateHost: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateHostRequest"];
            };
        };
        responses: {
            /** @description The changed host. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Host"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteHost: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getHostValues: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The values. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostValues"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listHostPatches: {
        parameters: {
            query?: {
                /** @description Only items with exactly this name. */
                name?: components["parameters"]["Name"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "name" | "-name";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. Without it the page is the whole list. */
                limit?: components["parameters"]["LimitOrAll"];
            };
            header?: never;
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Pending patches. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostPatches"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listGroups: {
        parameters: {
            query?: {
                /** @description Part of the name, in any case. */
                search?: string;
                /** @description Only items with exactly this name. */
                name?: components["parameters"]["Name"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "name" | "-name" | "created_at" | "-created_at";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of groups. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createGroup: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description `*`: create it only if nothing of this kind has the name; otherwise `PRECONDITION_FAILED` with the id of the existing one in `details.id`. Without this header a name that is in use answers `NAME_TAKEN`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateGroupRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    previewGroup: {
        parameters: {
            query?: {
                /** @description Order of the list. */
                sort?: components["schemas"]["HostSort"];
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewGroupRequest"];
            };
        };
        responses: {
            /** @description One page of hosts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a group. */
                group_id: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The group. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateGroup: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a group. */
                group_id: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateGroupRequest"];
            };
        };
        responses: {
            /** @description The changed group. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteGroup: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a group. */
                group_id: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listGroupHosts: {
        parameters: {
            query?: {
                /** @description Order of the list. */
                sort?: components["schemas"]["HostSort"];
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /** @description Id of a group. */
                group_id: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of hosts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    addGroupHosts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a group. */
                group_id: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddGroupHostsRequest"];
            };
        };
        responses: {
            /** @description The group. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    removeGroupHost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a group. */
                group_id: components["parameters"]["GroupId"];
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listGroupChanges: {
        parameters: {
            query?: {
                /** @description Only changes of this group. */
                group_id?: components["schemas"]["Uuid"];
                /** @description Only changes of this host. */
                host_id?: components["schemas"]["Uuid"];
                /** @description Only changes in one of these states, separated by commas. */
                state?: components["schemas"]["GroupChangeState"][];
                /** @description Only changes in none of these states. */
                state_not?: components["schemas"]["GroupChangeState"][];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "since" | "-since";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of changes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupChangeList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    decideGroupChanges: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideGroupChangesRequest"];
            };
        };
        responses: {
            /** @description Decided. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionTokens"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogoutRequest"];
            };
        };
        responses: {
            /** @description The session has ended; its refresh and access tokens are refused from now on. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    refreshSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            /** @description New tokens; the one sent no longer works. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefreshResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    forceChangePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForceChangePasswordRequest"];
            };
        };
        responses: {
            /** @description Changed; sign in with the new password. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    reauthenticate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReauthenticateRequest"];
            };
        };
        responses: {
            /** @description The session counts as fresh for ten minutes. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getOwnUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed-in user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    changeOwnPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordRequest"];
            };
        };
        responses: {
            /** @description Changed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getJobSummary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The summary; `to` is null when no job has ended yet. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobSummary"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @description Only jobs in one of these states, separated by commas. */
                state?: components["schemas"]["JobState"][];
                /** @description Only jobs in none of these states. */
                state_not?: components["schemas"]["JobState"][];
                /** @description Only jobs of this operation. */
                operation?: components["schemas"]["JobOperation"];
                /** @description Only jobs over this host. */
                host_id?: components["schemas"]["Uuid"];
                /** @description Only jobs over a host of this group. */
                group_id?: components["schemas"]["Uuid"];
                /** @description Only items with exactly this name. */
                name?: components["parameters"]["Name"];
                /** @description Only jobs that ended at this time or later. */
                completed_from?: components["schemas"]["Timestamp"];
                /** @description Only jobs that ended before this time. */
                completed_to?: components["schemas"]["Timestamp"];
                /** @description Only jobs that were created at this time or later. */
                created_from?: components["schemas"]["Timestamp"];
                /** @description Only jobs that were created before this time. */
                created_to?: components["schemas"]["Timestamp"];
                /** @description Only jobs that this user created, or an API token of the user. */
                created_by?: components["schemas"]["Uuid"];
                /** @description True for dry runs that ended in the last 7 days and have a plan with changes that was not run; false does not filter. */
                awaiting_approval?: boolean;
                /** @description Only dry runs (true), or only other jobs (false). */
                dry_run?: boolean;
                /** @description The job that was started with this key. */
                idempotency_key?: components["schemas"]["Uuid"];
                /** @description Order of the list. */
                sort?: components["schemas"]["JobSort"];
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of jobs, without their hosts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateJobRequest"];
            };
        };
        responses: {
            /** @description Accepted; follow it by `getJob` or live events. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getJob: {
        parameters: {
            query?: {
                /** @description How long to wait until the job is as `until` says, in seconds; 0 answers at once. */
                wait_secs?: number;
                /** @description What `wait_secs` waits for. */
                until?: components["schemas"]["JobUntil"];
            };
            header?: never;
            path: {
                /** @description Id of a job. */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    cancelJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a job. */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job, `cancelling` or `cancelled`. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    resumeJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a job. */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The resumed job. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    endJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a job. */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job, ended or ending. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    rollbackJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a job. */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RollbackJobRequest"];
            };
        };
        responses: {
            /** @description The new job. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    retryJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a job. */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RetryJobRequest"];
            };
        };
        responses: {
            /** @description The job, running again; or paused or scheduled as before. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    acceptJobHosts: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a job. */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptJobHostsRequest"];
            };
        };
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listJobHosts: {
        parameters: {
            query?: {
                /** @description Only hosts in one of these states, separated by commas. */
                state?: components["schemas"]["JobHostState"][];
                /** @description Only hosts in none of these states. */
                state_not?: components["schemas"]["JobHostState"][];
                /** @description Only hosts of this wave. */
                wave?: number;
                /** @description Order of the list. */
                sort?: components["schemas"]["JobHostSort"];
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /** @description Id of a job. */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of job hosts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobHostList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listJobHostSteps: {
        parameters: {
            query?: {
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "started_at" | "-started_at";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. Without it the page is the whole list. */
                limit?: components["parameters"]["LimitOrAll"];
            };
            header?: never;
            path: {
                /** @description Id of a job. */
                job_id: components["parameters"]["JobId"];
                /** @description Id of a host of the job. */
                host_id: components["parameters"]["JobHostId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The states, in order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobHostStepList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getJobHostLog: {
        parameters: {
            query?: {
                /** @description Only lines after this sequence number. */
                after_seq?: number;
                /** @description Lines in one answer. */
                limit?: number;
                /** @description `text` answers the whole log as a text file, as `downloadJobHostLog` does; the other parameters are ignored. */
                download?: "text";
            };
            header?: never;
            path: {
                /** @description Id of a job. */
                job_id: components["parameters"]["JobId"];
                /** @description Id of a host of the job. */
                host_id: components["parameters"]["JobHostId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the log, or the whole log as text. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobHostLog"];
                    "text/plain": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    downloadJobHostLog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a job. */
                job_id: components["parameters"]["JobId"];
                /** @description Id of a host of the job. */
                host_id: components["parameters"]["JobHostId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The log. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    searchEverything: {
        parameters: {
            query: {
                /**
                 * @description Text to find, ignoring case and surrounding blanks.
                 * @example web-1
                 */
                search: string;
                /** @description Most matches of each kind. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found, by kind. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResults"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSettingsRequest"];
            };
        };
        responses: {
            /** @description The changed settings. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getUi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is served until the manager restarts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UiInfo"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listApprovals: {
        parameters: {
            query?: {
                /** @description Only approvals in one of these states, separated by commas. */
                state?: components["schemas"]["ApprovalState"][];
                /** @description Only approvals in none of these states. */
                state_not?: components["schemas"]["ApprovalState"][];
                /** @description Only pending approvals that the caller may decide. */
                waits_for_me?: boolean;
                /** @description Only items with exactly this name. */
                name?: components["parameters"]["Name"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "place" | "-place";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    requestApproval: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestApprovalRequest"];
            };
        };
        responses: {
            /** @description Requested. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an approval. */
                approval_id: components["parameters"]["ApprovalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The approval. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    approveApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an approval. */
                approval_id: components["parameters"]["ApprovalId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApproveApprovalRequest"];
            };
        };
        responses: {
            /** @description Approved; `run_job_id` names the run once it is made. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    denyApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an approval. */
                approval_id: components["parameters"]["ApprovalId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DenyApprovalRequest"];
            };
        };
        responses: {
            /** @description Denied. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    withdrawApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an approval. */
                approval_id: components["parameters"]["ApprovalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdrawn. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getJobApprovals: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a job. */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description For a plan its approvals, for a run the one that approved it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobApprovals"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listApprovalRules: {
        parameters: {
            query?: {
                /** @description Only items with exactly this name. */
                name?: components["parameters"]["Name"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "name" | "-name" | "created_at" | "-created_at";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. Without it the page is the whole list. */
                limit?: components["parameters"]["LimitOrAll"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All rules, by name. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalRuleList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createApprovalRule: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `*`: create it only if nothing of this kind has the name; otherwise `PRECONDITION_FAILED` with the id of the existing one in `details.id`. Without this header a name that is in use answers `NAME_TAKEN`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApprovalRuleRequest"];
            };
        };
        responses: {
            /** @description Created; it applies. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalRule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getApprovalRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an approval rule. */
                rule_id: components["parameters"]["ApprovalRuleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalRule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateApprovalRule: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of an approval rule. */
                rule_id: components["parameters"]["ApprovalRuleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateApprovalRuleRequest"];
            };
        };
        responses: {
            /** @description The rule as it still applies, with the proposed change. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalRule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteApprovalRule: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of an approval rule. */
                rule_id: components["parameters"]["ApprovalRuleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule as it still applies, with the proposed change. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalRule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    approveApprovalRuleChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an approval rule. */
                rule_id: components["parameters"]["ApprovalRuleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovalRuleChangeRef"];
            };
        };
        responses: {
            /** @description The change applies. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalRuleOutcome"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    denyApprovalRuleChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an approval rule. */
                rule_id: components["parameters"]["ApprovalRuleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovalRuleChangeRef"];
            };
        };
        responses: {
            /** @description The rule is unchanged. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalRuleOutcome"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    checkAuditIntegrity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outcome, also when the log is not intact. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditIntegrity"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listAuditRows: {
        parameters: {
            query?: {
                /** @description Only rows of this action, such as `host.deleted`. */
                action?: components["parameters"]["AuditActionFilter"];
                /** @description Only rows of this actor, by its id, or by its kind where that has none (`system`, `machine`, `anonymous`). */
                actor?: components["parameters"]["AuditActorFilter"];
                /** @description Only rows of the resource with this id. */
                resource?: components["parameters"]["AuditResourceFilter"];
                /** @description Start, inclusive. */
                at_from?: components["parameters"]["AuditFrom"];
                /** @description End, exclusive. */
                at_to?: components["parameters"]["AuditTo"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "row_id" | "-row_id";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of rows. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditRowList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    exportAuditLog: {
        parameters: {
            query?: {
                /** @description Only rows of this action, such as `host.deleted`. */
                action?: components["parameters"]["AuditActionFilter"];
                /** @description Only rows of this actor, by its id, or by its kind where that has none (`system`, `machine`, `anonymous`). */
                actor?: components["parameters"]["AuditActorFilter"];
                /** @description Only rows of the resource with this id. */
                resource?: components["parameters"]["AuditResourceFilter"];
                /** @description Start, inclusive. */
                at_from?: components["parameters"]["AuditFrom"];
                /** @description End, exclusive. */
                at_to?: components["parameters"]["AuditTo"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditExport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    exportAuditLogCsv: {
        parameters: {
            query?: {
                /** @description Only rows of this action, such as `host.deleted`. */
                action?: components["parameters"]["AuditActionFilter"];
                /** @description Only rows of this actor, by its id, or by its kind where that has none (`system`, `machine`, `anonymous`). */
                actor?: components["parameters"]["AuditActorFilter"];
                /** @description Only rows of the resource with this id. */
                resource?: components["parameters"]["AuditResourceFilter"];
                /** @description Start, inclusive. */
                at_from?: components["parameters"]["AuditFrom"];
                /** @description End, exclusive. */
                at_to?: components["parameters"]["AuditTo"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listCertificates: {
        parameters: {
            query?: {
                /** @description Only certificates of this host. */
                host_id?: components["schemas"]["Uuid"];
                /** @description Only certificates in this state. */
                status?: components["schemas"]["CertificateStatus"];
                /** @description Part of the common name, ignoring case, or the beginning of the serial number. */
                search?: string;
                /** @description Only certificates that expire at this time or later. */
                not_after_from?: components["schemas"]["Timestamp"];
                /** @description Only certificates that expire before this time. */
                not_after_to?: components["schemas"]["Timestamp"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "issued_at" | "-issued_at" | "not_after" | "-not_after";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of certificates. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getAuthority: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate authority. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Authority"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getRootCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The root certificate. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getRevocationList: {
        parameters: {
            query?: {
                /** @description SHA-256 of the DER of the root, hexadecimal. Absent, the one of `root.crt`. */
                issuer?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revocation list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pkix-crl": string;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getRotation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roots and the rotation as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RootRotation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    beginRotation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roots and the rotation as they are now. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RootRotation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createAuthorityRequest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roots, the request and the rotation as they are now. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RootRotation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteAuthorityRequest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roots, the request and the rotation as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RootRotation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    beginOwnRotation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnRotationRequest"];
            };
        };
        responses: {
            /** @description The roots, the request and the rotation as they are now. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RootRotation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    pauseRotation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roots and the rotation as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RootRotation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    resumeRotation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roots and the rotation as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RootRotation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    goBackFromRotation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roots and the rotation as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RootRotation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    finishRotation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FinishRotationRequest"];
            };
        };
        responses: {
            /** @description The roots and the rotation as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RootRotation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listRotationHosts: {
        parameters: {
            query?: {
                /** @description Only hosts in one of these states, separated by commas. */
                state?: components["schemas"]["RotationHostState"][];
                /** @description Only hosts in none of these states. */
                state_not?: components["schemas"]["RotationHostState"][];
                /** @description True for hosts that are not done and whose last attempt failed; false filters nothing. */
                failing?: boolean;
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "host_id" | "-host_id";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of hosts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotationHostList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    issueCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueCertificateRequest"];
            };
        };
        responses: {
            /** @description The certificate and its private key, shown only here. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedCertificate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    renewCertificate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a certificate. */
                certificate_id: components["parameters"]["CertificateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new certificate; the old one becomes `superseded` when the new one is first used. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Certificate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a certificate. */
                certificate_id: components["parameters"]["CertificateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Certificate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    revokeCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a certificate. */
                certificate_id: components["parameters"]["CertificateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getHostCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    reissueCertificate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new certificate. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReissuedCertificate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    exportConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration, as an import takes it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigurationFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    planConfigurationImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanConfigurationImportRequest"];
            };
        };
        responses: {
            /** @description The difference. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigurationDifference"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    importConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportConfigurationRequest"];
            };
        };
        responses: {
            /** @description What was changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigurationDifference"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createEnrollment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEnrollmentRequest"];
            };
        };
        responses: {
            /** @description Recorded; poll `getEnrollmentStatus` with the token, for 24 hours. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedEnrollment"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getEnrollmentStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    renewEnrollment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenewEnrollmentRequest"];
            };
        };
        responses: {
            /** @description The new certificate; the old one stays valid until the new one was used once. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenewedCertificate"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    reportAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportAddressRequest"];
            };
        };
        responses: {
            /** @description The outcome. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressReport"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listEnrollments: {
        parameters: {
            query?: {
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "created_at" | "-created_at";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Requests in one page; 500 by default. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Pending requests, oldest first. */
            200: {
                headers: {
                    /** @description The next page, as `<address>; rel="next"`; absent on the last one. */
                    Link?: string;
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentRequest"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listDecidedEnrollments: {
        parameters: {
            query?: {
                /** @description Only requests in one of these states, separated by commas. */
                state?: components["schemas"]["DecidedEnrollmentState"][];
                /** @description Only requests in none of these states. */
                state_not?: components["schemas"]["DecidedEnrollmentState"][];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "created_at" | "-created_at";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecidedEnrollmentList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    approveEnrollment: {
        parameters: {
            query?: {
                /** @description True replaces the certificate of the live host with the same machine id: its old certificates are revoked, its history is kept. */
                replace?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of an enrollment request. */
                enrollment_id: components["parameters"]["EnrollmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Approved. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    denyEnrollment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an enrollment request. */
                enrollment_id: components["parameters"]["EnrollmentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Denied. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listEnrollmentTokens: {
        parameters: {
            query?: {
                /** @description Only items with exactly this name. */
                name?: components["parameters"]["Name"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "created_at" | "-created_at" | "expires_at" | "-expires_at" | "name" | "-name";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of tokens, without their secrets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentTokenList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createEnrollmentToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `*`: create it only if nothing of this kind has the name; otherwise `PRECONDITION_FAILED` with the id of the existing one in `details.id`. Without this header a name that is in use answers `NAME_TAKEN`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEnrollmentTokenRequest"];
            };
        };
        responses: {
            /** @description The token. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedEnrollmentToken"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getEnrollmentToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an enrollment token. */
                token_id: components["parameters"]["EnrollmentTokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentToken"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteEnrollmentToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an enrollment token. */
                token_id: components["parameters"]["EnrollmentTokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdrawn. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getInstaller: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The command, and what it can install. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Installer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getInstallScript: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The script. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/x-shellscript": string;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getAgentPackage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of a file as `getInstaller` lists it. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The package. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getExposure: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exposure"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listCves: {
        parameters: {
            query?: {
                /** @description `available`: fixed by a pending patch; `none`: no source fixes it yet. */
                fix?: components["schemas"]["CveFix"];
                /** @description Part of the name of the CVE or of a package, with `fix=none` of a source package, in any case. */
                search?: string;
                /** @description Only CVEs in one of these states, separated by commas; `closed` ones are no longer open on any host. Absent means `open`, unless `state_not` is given. */
                state?: components["schemas"]["FindingState"][];
                /** @description Only CVEs in none of these states. */
                state_not?: components["schemas"]["FindingState"][];
                /** @description Only CVEs of this severity. */
                severity?: components["schemas"]["SecuritySeverity"];
                /** @description Only CVEs that are (true) or are not (false) known to be exploited. */
                exploited?: boolean;
                /** @description Only CVEs of this host. */
                host_id?: components["schemas"]["Uuid"];
                /** @description Order of the list; by `-priority` known-exploited first, then by severity, then by EPSS score. */
                sort?: components["schemas"]["CveSort"];
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of CVEs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CveList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getCve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its name, as CVE-2024-1234. */
                cve: components["schemas"]["CveName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The CVE. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cve"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listCveHosts: {
        parameters: {
            query?: {
                /** @description `available`: hosts where a pending patch fixes it or did; `none`: hosts where no source fixes it yet. */
                fix?: components["schemas"]["CveFix"];
                /** @description Only rows in one of these states, separated by commas. */
                state?: components["schemas"]["FindingState"][];
                /** @description Only rows in none of these states. */
                state_not?: components["schemas"]["FindingState"][];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "state" | "-state";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /** @description Its name, as CVE-2024-1234. */
                cve: components["schemas"]["CveName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of its history. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FindingList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listRankedPackages: {
        parameters: {
            query?: {
                /** @description The order for this host alone. */
                host_id?: components["schemas"]["Uuid"];
                /** @description The order for the hosts of this group. */
                group_id?: components["schemas"]["Uuid"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "rank" | "-rank";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ranked packages. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PatchOrder"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listExposurePatches: {
        parameters: {
            query?: {
                /** @description Only patches in this state towards their service level. */
                standing?: components["schemas"]["PatchStanding"];
                /** @description The package's whole name, without architecture. */
                package?: string;
                /** @description Only patches of this severity. */
                severity?: components["schemas"]["SecuritySeverity"];
                /** @description Only patches of held packages (true), or of others (false). */
                held?: boolean;
                /** @description Only those of this host. */
                host_id?: components["schemas"]["Uuid"];
                /** @description Only hosts of this group. */
                group_id?: components["parameters"]["HostGroupId"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "due_at" | "-due_at";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of patches. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExposurePatchList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listServiceLevelBreaches: {
        parameters: {
            query?: {
                /** @description Only patches of this severity. */
                severity?: components["schemas"]["SecuritySeverity"];
                /** @description Only those of this host. */
                host_id?: components["schemas"]["Uuid"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "due_at" | "-due_at";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of overdue patches. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BreachList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listExposureExceptions: {
        parameters: {
            query?: {
                /** @description Only those of this host. */
                host_id?: components["schemas"]["Uuid"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "expires_at" | "-expires_at";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of exceptions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExposureExceptionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createExposureException: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateExposureExceptionRequest"];
            };
        };
        responses: {
            /** @description The exception. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExposureException"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getExposureException: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the exception. */
                exception_id: components["schemas"]["Uuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The exception. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExposureException"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteExposureException: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the exception. */
                exception_id: components["schemas"]["Uuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listExposureDataSets: {
        parameters: {
            query?: {
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "kind" | "-kind";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. Without it the page is the whole list. */
                limit?: components["parameters"]["LimitOrAll"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The data sets, by kind. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExposureDataSetList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getExposureDataSet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Which feed. */
                kind: components["schemas"]["ExposureDataSetKind"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The data set. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExposureDataSet"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    importExposureDataSet: {
        parameters: {
            query?: {
                /** @description Accept a file that is older than the present one, or that has fewer than half of its rows. */
                older?: boolean;
                /** @description When the file was published, for `debian-tracker`, which does not say so itself; absent, now. */
                published_at?: components["schemas"]["Timestamp"];
            };
            header?: never;
            path: {
                /** @description Which feed. */
                kind: components["schemas"]["ExposureDataSetKind"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The data set. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExposureDataSet"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    fetchExposureDataSet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Which feed. */
                kind: components["schemas"]["ExposureDataSetKind"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExposureDataSetSource"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getFleetStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Figures, with the time of their computation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FleetStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getFleetHistory: {
        parameters: {
            query?: {
                /** @description Start, inclusive. Without it, 7 days before `to`. */
                from?: components["schemas"]["Timestamp"];
                /** @description End, exclusive. Without it, now. */
                to?: components["schemas"]["Timestamp"];
                /** @description Seconds between two points, at least one hour. */
                step_secs?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Points in ascending order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FleetHistory"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getServiceHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The manager serves requests; `degraded` when one of its parts fails. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceHealth"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            /** @description The manager cannot serve requests: it is shutting down, or its database does not answer, could not be written in the last 15 s (the disk is full, say), or its file was removed or replaced under the manager. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceHealth"];
                };
            };
            default: components["responses"]["UnexpectedError"];
        };
    };
    listHealthChecks: {
        parameters: {
            query?: {
                /** @description Only items with exactly this name. */
                name?: components["parameters"]["Name"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "name" | "-name" | "created_at" | "-created_at";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. Without it the page is the whole list. */
                limit?: components["parameters"]["LimitOrAll"];
            };
            header?: never;
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them, by name. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthCheckList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createHealthCheck: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `*`: create it only if nothing of this kind has the name; otherwise `PRECONDITION_FAILED` with the id of the existing one in `details.id`. Without this header a name that is in use answers `NAME_TAKEN`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateHealthCheckRequest"];
            };
        };
        responses: {
            /** @description Added. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthCheck"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getHealthCheck: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
                /** @description Id of a health check. */
                check_id: components["parameters"]["CheckId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The check. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthCheck"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateHealthCheck: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
                /** @description Id of a health check. */
                check_id: components["parameters"]["CheckId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateHealthCheckRequest"];
            };
        };
        responses: {
            /** @description The changed check. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthCheck"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteHealthCheck: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
                /** @description Id of a health check. */
                check_id: components["parameters"]["CheckId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    testHealthCheck: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
                /** @description Id of a health check. */
                check_id: components["parameters"]["CheckId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outcome, also when the check fails. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthCheckTestResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listHealthCheckChanges: {
        parameters: {
            query?: {
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "at" | "-at";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
                /** @description Id of a health check. */
                check_id: components["parameters"]["CheckId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, the newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthCheckChangeList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listHealthCheckOverrides: {
        parameters: {
            query?: {
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "created_at" | "-created_at";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. Without it the page is the whole list. */
                limit?: components["parameters"]["LimitOrAll"];
            };
            header?: never;
            path: {
                /** @description Id of a job. */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description None, or one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthCheckOverrideList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    overrideHealthChecks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a job. */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HealthCheckOverrideRequest"];
            };
        };
        responses: {
            /** @description The override. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthCheckOverride"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getIpAllowList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries; none means that every address is allowed. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpAllowList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateIpAllowList: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateIpAllowListRequest"];
            };
        };
        responses: {
            /** @description The entries. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpAllowList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createWsTicket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ticket. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WsTicket"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    openJobStream: {
        parameters: {
            query?: {
                /** @description From `createWsTicket`. Needed on every connection except the follow-up requests of a socket.io session, which carry `sid`. */
                ticket?: string;
                /** @description Protocol version of engine.io; its presence marks a socket.io client. */
                EIO?: "4";
                /** @description Transport of engine.io. */
                transport?: "polling" | "websocket";
                /** @description Session of engine.io. */
                sid?: string;
                /** @description Cache buster of engine.io. */
                t?: string;
                /** @description Flag of engine.io. */
                b64?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Switched to WebSocket. */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A packet of engine.io, for socket.io clients that poll. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listAllWindows: {
        parameters: {
            query?: {
                /** @description Only items with exactly this name. */
                name?: components["parameters"]["Name"];
                /** @description Order of the list; a leading `-` is descending. Those that never open again are the last by `next_start_at`. */
                sort?: components["parameters"]["WindowSort"];
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. Without it the page is the whole list. */
                limit?: components["parameters"]["LimitOrAll"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All windows, by their next start. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WindowList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listOpenings: {
        parameters: {
            query: {
                /** @description Start, inclusive. */
                from: components["schemas"]["Timestamp"];
                /** @description End, exclusive. */
                to: components["schemas"]["Timestamp"];
                /** @description Only items with exactly this name. */
                name?: components["parameters"]["Name"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "starts_at" | "-starts_at";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. Without it the page is the whole list. */
                limit?: components["parameters"]["LimitOrAll"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The openings, the earliest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpeningList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    previewWindow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateFreezeRequest"];
            };
        };
        responses: {
            /** @description The next openings, the running one first, at most 20. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WindowPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listFreezes: {
        parameters: {
            query?: {
                /** @description Only items with exactly this name. */
                name?: components["parameters"]["Name"];
                /** @description Order of the list; a leading `-` is descending. Those that never open again are the last by `next_start_at`. */
                sort?: components["parameters"]["WindowSort"];
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. Without it the page is the whole list. */
                limit?: components["parameters"]["LimitOrAll"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All freezes, by their next start. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FreezeList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createFreeze: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `*`: create it only if nothing of this kind has the name; otherwise `PRECONDITION_FAILED` with the id of the existing one in `details.id`. Without this header a name that is in use answers `NAME_TAKEN`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateFreezeRequest"];
            };
        };
        responses: {
            /** @description Added. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Freeze"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getFreeze: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a freeze. */
                freeze_id: components["parameters"]["FreezeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The freeze. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Freeze"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateFreeze: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a freeze. */
                freeze_id: components["parameters"]["FreezeId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateFreezeRequest"];
            };
        };
        responses: {
            /** @description The changed freeze. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Freeze"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteFreeze: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a freeze. */
                freeze_id: components["parameters"]["FreezeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listWindowOverrides: {
        parameters: {
            query?: {
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "created_at" | "-created_at";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. Without it the page is the whole list. */
                limit?: components["parameters"]["LimitOrAll"];
            };
            header?: never;
            path: {
                /** @description Id of a job. */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The overrides, at most one per gate. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WindowOverrideList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    overrideWindows: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a job. */
                job_id: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WindowOverrideRequest"];
            };
        };
        responses: {
            /** @description Overridden. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WindowOverride"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listHostWindows: {
        parameters: {
            query?: {
                /** @description Only items with exactly this name. */
                name?: components["parameters"]["Name"];
                /** @description Order of the list; a leading `-` is descending. Those that never open again are the last by `next_start_at`. */
                sort?: components["parameters"]["WindowSort"];
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. Without it the page is the whole list. */
                limit?: components["parameters"]["LimitOrAll"];
            };
            header?: never;
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The windows, by their next start. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WindowList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createHostWindow: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `*`: create it only if nothing of this kind has the name; otherwise `PRECONDITION_FAILED` with the id of the existing one in `details.id`. Without this header a name that is in use answers `NAME_TAKEN`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWindowRequest"];
            };
        };
        responses: {
            /** @description Added. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Window"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getHostWindow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
                /** @description Id of a maintenance window. */
                window_id: components["parameters"]["WindowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The window. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Window"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateHostWindow: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
                /** @description Id of a maintenance window. */
                window_id: components["parameters"]["WindowId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWindowRequest"];
            };
        };
        responses: {
            /** @description The changed window. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Window"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteHostWindow: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
                /** @description Id of a maintenance window. */
                window_id: components["parameters"]["WindowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listGroupWindows: {
        parameters: {
            query?: {
                /** @description Only items with exactly this name. */
                name?: components["parameters"]["Name"];
                /** @description Order of the list; a leading `-` is descending. Those that never open again are the last by `next_start_at`. */
                sort?: components["parameters"]["WindowSort"];
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. Without it the page is the whole list. */
                limit?: components["parameters"]["LimitOrAll"];
            };
            header?: never;
            path: {
                /** @description Id of a group. */
                group_id: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The windows, by their next start. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WindowList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createGroupWindow: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `*`: create it only if nothing of this kind has the name; otherwise `PRECONDITION_FAILED` with the id of the existing one in `details.id`. Without this header a name that is in use answers `NAME_TAKEN`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of a group. */
                group_id: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWindowRequest"];
            };
        };
        responses: {
            /** @description Added. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Window"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getGroupWindow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a group. */
                group_id: components["parameters"]["GroupId"];
                /** @description Id of a maintenance window. */
                window_id: components["parameters"]["WindowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The window. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Window"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateGroupWindow: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a group. */
                group_id: components["parameters"]["GroupId"];
                /** @description Id of a maintenance window. */
                window_id: components["parameters"]["WindowId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWindowRequest"];
            };
        };
        responses: {
            /** @description The changed window. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Window"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteGroupWindow: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a group. */
                group_id: components["parameters"]["GroupId"];
                /** @description Id of a maintenance window. */
                window_id: components["parameters"]["WindowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    disableUserMfa: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a user. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    setupTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret and its URI for a QR code. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpSetup"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    verifyTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyTotpRequest"];
            };
        };
        responses: {
            /** @description TOTP is required from the next login on. The recovery codes are shown only here; earlier ones are void. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new codes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getOwnMfa: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's second factors. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MfaStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    disableOwnMfa: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisableMfaRequest"];
            };
        };
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    disableTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    startWebauthnAuthentication: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A challenge, valid 5 minutes, used once. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebauthnChallenge"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    completeWebauthnAuthentication: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompleteWebauthnAuthenticationRequest"];
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionTokens"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listWebauthnCredentials: {
        parameters: {
            query?: {
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "created_at" | "-created_at" | "key_name" | "-key_name";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. Without it the page is the whole list. */
                limit?: components["parameters"]["LimitOrAll"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them, oldest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebauthnCredentialList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    startWebauthnRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StartWebauthnRegistrationRequest"];
            };
        };
        responses: {
            /** @description A challenge, valid 5 minutes, used once. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebauthnChallenge"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    completeWebauthnRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompleteWebauthnRegistrationRequest"];
            };
        };
        responses: {
            /** @description Registered. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebauthnCredential"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getWebauthnCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a WebAuthn credential. */
                credential_id: components["parameters"]["WebauthnCredentialId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credential. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebauthnCredential"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    renameWebauthnCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a WebAuthn credential. */
                credential_id: components["parameters"]["WebauthnCredentialId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameWebauthnCredentialRequest"];
            };
        };
        responses: {
            /** @description The credential. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebauthnCredential"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteWebauthnCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a WebAuthn credential. */
                credential_id: components["parameters"]["WebauthnCredentialId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    startReauthentication: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A challenge, valid 5 minutes, used once. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebauthnChallenge"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    testSmtp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outcome. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Only items with exactly this name. */
                name?: components["parameters"]["Name"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "name" | "-name" | "created_at" | "-created_at";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. Without it the page is the whole list. */
                limit?: components["parameters"]["LimitOrAll"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All webhooks, by name. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createWebhook: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `*`: create it only if nothing of this kind has the name; otherwise `PRECONDITION_FAILED` with the id of the existing one in `details.id`. Without this header a name that is in use answers `NAME_TAKEN`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        responses: {
            /** @description Added. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a webhook. */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a webhook. */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookRequest"];
            };
        };
        responses: {
            /** @description The changed webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a webhook. */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a webhook. */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outcome. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listNotificationRules: {
        parameters: {
            query?: {
                /** @description Only items with exactly this name. */
                name?: components["parameters"]["Name"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "name" | "-name" | "created_at" | "-created_at";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. Without it the page is the whole list. */
                limit?: components["parameters"]["LimitOrAll"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All rules, by name. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationRuleList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createNotificationRule: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `*`: create it only if nothing of this kind has the name; otherwise `PRECONDITION_FAILED` with the id of the existing one in `details.id`. Without this header a name that is in use answers `NAME_TAKEN`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateNotificationRuleRequest"];
            };
        };
        responses: {
            /** @description Added. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationRule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getNotificationRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a rule of notifications. */
                rule_id: components["parameters"]["RuleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationRule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateNotificationRule: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a rule of notifications. */
                rule_id: components["parameters"]["RuleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateNotificationRuleRequest"];
            };
        };
        responses: {
            /** @description The changed rule. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationRule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteNotificationRule: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a rule of notifications. */
                rule_id: components["parameters"]["RuleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listNotificationDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries in one of these states, separated by commas. */
                state?: components["schemas"]["DeliveryState"][];
                /** @description Only deliveries in none of these states. */
                state_not?: components["schemas"]["DeliveryState"][];
                /** @description Only deliveries over this channel. */
                channel?: components["schemas"]["DeliveryChannel"];
                /** @description Only deliveries about this job. */
                job_id?: components["schemas"]["Uuid"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "created_at" | "-created_at";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationDeliveryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    sendNotificationAgain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a delivery. */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, waiting again. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listHostPackages: {
        parameters: {
            query?: {
                /** @description Part of the package's name, in any case. */
                search?: components["parameters"]["PackageSearch"];
                /** @description Only packages of this publisher, as the repository labels itself; empty for packages of no known repository. */
                origin?: components["parameters"]["PackageOrigin"];
                /** @description Only packages that are held (`true`), or not (`false`). */
                held?: components["parameters"]["PackageHeld"];
                /** @description Only packages with (`true`) or without (`false`) a version that the host's own policy prefers. */
                pending?: components["parameters"]["PackagePending"];
                /** @description Only this package, by its whole name. */
                name?: components["parameters"]["PackageNameFilter"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "name" | "-name";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, by name. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostPackageList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listHostPackageChanges: {
        parameters: {
            query?: {
                /** @description Only this package, by its whole name. */
                name?: components["parameters"]["PackageNameFilter"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "at" | "-at";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostPackageChangeList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listHostPackageDifferences: {
        parameters: {
            query: {
                /** @description Id of the host to compare with. */
                other_host_id: components["parameters"]["OtherHostId"];
                /** @description Part of the package's name, in any case. */
                search?: components["parameters"]["PackageSearch"];
                /** @description Only this package, by its whole name. */
                name?: components["parameters"]["PackageNameFilter"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "name" | "-name";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PackageDifferenceList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listGroupPackageDifferences: {
        parameters: {
            query?: {
                /** @description Part of the package's name, in any case. */
                search?: components["parameters"]["PackageSearch"];
                /** @description Only this package, by its whole name. */
                name?: components["parameters"]["PackageNameFilter"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "name" | "-name";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /** @description Id of a group. */
                group_id: components["parameters"]["GroupId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupPackageDifferenceList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listFleetPackages: {
        parameters: {
            query?: {
                /** @description Part of the package's name, in any case. */
                search?: components["parameters"]["PackageSearch"];
                /** @description Only packages of this publisher, as the repository labels itself; empty for packages of no known repository. */
                origin?: components["parameters"]["PackageOrigin"];
                /** @description Only packages that are held (`true`), or not (`false`). */
                held?: components["parameters"]["PackageHeld"];
                /** @description Only packages with (`true`) or without (`false`) a version that the host's own policy prefers. */
                pending?: components["parameters"]["PackagePending"];
                /** @description Only hosts of this group. */
                group_id?: components["parameters"]["HostGroupId"];
                /** @description Only this package, by its whole name. */
                name?: components["parameters"]["PackageNameFilter"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "name" | "-name";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, by name. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FleetPackageList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listPackageVersions: {
        parameters: {
            query: {
                /** @description The package's whole name, without architecture. */
                name: components["parameters"]["PackageNameQuery"];
                /** @description Only hosts of this group. */
                group_id?: components["parameters"]["HostGroupId"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "version" | "-version";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. Without it the page is the whole list. */
                limit?: components["parameters"]["LimitOrAll"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its versions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PackageVersionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listPackageHosts: {
        parameters: {
            query: {
                /** @description The package's whole name, without architecture. */
                name: components["parameters"]["PackageNameQuery"];
                /** @description Only this version, as it is written. */
                version?: components["parameters"]["PackageVersion"];
                /** @description Only versions that are older than this one. */
                version_below?: components["parameters"]["PackageVersionBelow"];
                /** @description Only this version and newer ones. */
                version_at_least?: components["parameters"]["PackageVersionAtLeast"];
                /** @description Only packages of this publisher, as the repository labels itself; empty for packages of no known repository. */
                origin?: components["parameters"]["PackageOrigin"];
                /** @description Only packages that are held (`true`), or not (`false`). */
                held?: components["parameters"]["PackageHeld"];
                /** @description Only packages with (`true`) or without (`false`) a version that the host's own policy prefers. */
                pending?: components["parameters"]["PackagePending"];
                /** @description Only hosts of this group. */
                group_id?: components["parameters"]["HostGroupId"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "fqdn" | "-fqdn" | "version" | "-version";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of hosts, each with its matching packages. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PackageHostList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listPolicies: {
        parameters: {
            query?: {
                /** @description Part of the name, in any case. */
                search?: string;
                /** @description Only policies in one of these states, separated by commas. */
                state?: components["schemas"]["PolicyState"][];
                /** @description Only policies in none of these states. */
                state_not?: components["schemas"]["PolicyState"][];
                /** @description Only policies whose target names this group. */
                group_id?: components["schemas"]["Uuid"];
                /** @description Order of the list; by `next_start_at` policies whose rule has ended come first. */
                sort?: components["schemas"]["PolicySort"];
                /** @description Only items with exactly this name. */
                name?: components["parameters"]["Name"];
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of policies. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createPolicy: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `*`: create it only if nothing of this kind has the name; otherwise `PRECONDITION_FAILED` with the id of the existing one in `details.id`. Without this header a name that is in use answers `NAME_TAKEN`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePolicyRequest"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    previewPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewPolicyRequest"];
            };
        };
        responses: {
            /** @description Its next twelve starts, or as many as there are. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a policy. */
                policy_id: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policy. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    updatePolicy: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a policy. */
                policy_id: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePolicyRequest"];
            };
        };
        responses: {
            /** @description The changed policy. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deletePolicy: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a policy. */
                policy_id: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listPolicyRuns: {
        parameters: {
            query?: {
                /** @description Only runs in one of these states, separated by commas. */
                state?: components["schemas"]["PolicyRunState"][];
                /** @description Only runs in none of these states. */
                state_not?: components["schemas"]["PolicyRunState"][];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "created_at" | "-created_at";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /** @description Id of a policy. */
                policy_id: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of runs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyRunList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    runPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a policy. */
                policy_id: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run, which is being planned. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyRun"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    skipNextPolicyRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a policy. */
                policy_id: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkipPolicyRunRequest"];
            };
        };
        responses: {
            /** @description The policy. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    unskipNextPolicyRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a policy. */
                policy_id: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policy. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    pausePolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a policy. */
                policy_id: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policy. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    resumePolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a policy. */
                policy_id: components["parameters"]["PolicyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The policy. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Policy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getHostOutlook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is ahead, and what the last runs did. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostOutlook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    refreshHost: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a host. */
                host_id: components["parameters"]["HostId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Started, or already in progress. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostRefresh"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listReportSchedules: {
        parameters: {
            query?: {
                /** @description Only items with exactly this name. */
                name?: components["parameters"]["Name"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "name" | "-name" | "next_start_at" | "-next_start_at" | "created_at" | "-created_at";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. Without it the page is the whole list. */
                limit?: components["parameters"]["LimitOrAll"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedules. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportScheduleList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createReportSchedule: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `*`: create it only if nothing of this kind has the name; otherwise `PRECONDITION_FAILED` with the id of the existing one in `details.id`. Without this header a name that is in use answers `NAME_TAKEN`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateReportScheduleRequest"];
            };
        };
        responses: {
            /** @description Added. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportSchedule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    previewReportSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewReportScheduleRequest"];
            };
        };
        responses: {
            /** @description Its next starts, and the period of each. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportSchedulePreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getReportSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a schedule of reports. */
                schedule_id: components["parameters"]["ReportScheduleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportSchedule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateReportSchedule: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a schedule of reports. */
                schedule_id: components["parameters"]["ReportScheduleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateReportScheduleRequest"];
            };
        };
        responses: {
            /** @description The changed schedule. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportSchedule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteReportSchedule: {
        parameters: {
            query?: {
                /** @description `true`: return the answer that the call would get, refusals included, and change nothing: nothing is written, not even to the audit log, no `Idempotency-Key` is used up, and no event is sent. Ids, times, versions and secrets in the answer are not valid. Calls that start work or reach agents do not support it; a job has `dry_run`. */
                validate_only?: components["parameters"]["ValidateOnly"];
            };
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a schedule of reports. */
                schedule_id: components["parameters"]["ReportScheduleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    runReportSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a schedule of reports. */
                schedule_id: components["parameters"]["ReportScheduleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is being made; `last_run` has the outcome. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportSchedule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    downloadReport: {
        parameters: {
            query: {
                /** @description Kind of file. */
                format: components["schemas"]["ReportFormat"];
                /** @description Start of the period, inclusive. Without it, 30 days before `to`. */
                from?: components["parameters"]["ReportFrom"];
                /** @description End of the period, exclusive. Without it, now. */
                to?: components["parameters"]["ReportTo"];
                /** @description Only hosts that are in this group now. */
                group_id?: components["parameters"]["ReportGroup"];
                /** @description Adds a UTF-8 byte order mark to the CSV, for some spreadsheets. Ignored for PDF. */
                bom?: boolean;
                /** @description Adds findings closed within the period to the CSV of `vulnerability`; they may be too many for a file in a large fleet. The figures count them in any case. Ignored for PDF and other reports. */
                closed?: boolean;
            };
            header?: never;
            path: {
                /** @description What the report is about. */
                report_type: components["parameters"]["ReportTypePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ReportsBusy"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getReportFigures: {
        parameters: {
            query?: {
                /** @description Start of the period, inclusive. Without it, 30 days before `to`. */
                from?: components["parameters"]["ReportFrom"];
                /** @description End of the period, exclusive. Without it, now. */
                to?: components["parameters"]["ReportTo"];
                /** @description Only hosts that are in this group now. */
                group_id?: components["parameters"]["ReportGroup"];
            };
            header?: never;
            path: {
                /** @description What the report is about. */
                report_type: components["parameters"]["ReportTypePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportFigures"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ReportsBusy"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getPublicSsoConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The public part of the configuration. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicSsoConfig"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    startSsoLogin: {
        parameters: {
            query?: {
                /** @description Path in the web UI to return to. */
                return_to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the provider. */
            302: {
                headers: {
                    Location: components["headers"]["Redirect"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProviderUnreachable"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    completeSsoLogin: {
        parameters: {
            query?: {
                /** @description As the provider sent it; absent or empty, no sign-in is found. */
                state?: components["parameters"]["OidcState"];
                /** @description As the provider sent it. */
                code?: components["parameters"]["OidcCode"];
                /** @description As the provider sent it, instead of a code. */
                error?: components["parameters"]["OidcError"];
                /** @description As the provider sent it; only logged. */
                error_description?: components["parameters"]["OidcErrorDescription"];
                /** @description Issuer, RFC 9207. */
                iss?: components["parameters"]["OidcIss"];
                /** @description As the provider sent it; not used. */
                session_state?: components["parameters"]["OidcSessionState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the web UI. */
            302: {
                headers: {
                    Location: components["headers"]["Redirect"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProviderUnreachable"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    exchangeSsoCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExchangeSsoCodeRequest"];
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionTokens"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    linkSso: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartSsoRequest"];
            };
        };
        responses: {
            /** @description Where to send the browser. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SsoStart"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProviderUnreachable"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    unlinkSso: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Unlinked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    reauthenticateBySso: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartSsoRequest"];
            };
        };
        responses: {
            /** @description Where to send the browser. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SsoStart"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProviderUnreachable"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getLegacySsoConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The configured name of the first provider, by default `keycloak`; any other answers 404 `NOT_FOUND`. */
                legacy_provider: components["parameters"]["LegacyProvider"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The public part of the configuration. */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicSsoConfig"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    startLegacySsoLogin: {
        parameters: {
            query?: {
                /** @description Path in the web UI to return to. */
                return_to?: string;
            };
            header?: never;
            path: {
                /** @description The configured name of the first provider, by default `keycloak`; any other answers 404 `NOT_FOUND`. */
                legacy_provider: components["parameters"]["LegacyProvider"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the provider. */
            302: {
                headers: {
                    Location: components["headers"]["Redirect"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProviderUnreachable"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    completeLegacySsoLogin: {
        parameters: {
            query?: {
                /** @description As the provider sent it; absent or empty, no sign-in is found. */
                state?: components["parameters"]["OidcState"];
                /** @description As the provider sent it. */
                code?: components["parameters"]["OidcCode"];
                /** @description As the provider sent it, instead of a code. */
                error?: components["parameters"]["OidcError"];
                /** @description As the provider sent it; only logged. */
                error_description?: components["parameters"]["OidcErrorDescription"];
                /** @description Issuer, RFC 9207. */
                iss?: components["parameters"]["OidcIss"];
                /** @description As the provider sent it; not used. */
                session_state?: components["parameters"]["OidcSessionState"];
            };
            header?: never;
            path: {
                /** @description The configured name of the first provider, by default `keycloak`; any other answers 404 `NOT_FOUND`. */
                legacy_provider: components["parameters"]["LegacyProvider"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the web UI. */
            302: {
                headers: {
                    Location: components["headers"]["Redirect"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["ProviderUnreachable"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    discoverOidc: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DiscoverOidcRequest"];
            };
        };
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcDiscovery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    testSso: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outcome. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    testLegacySso: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The configured name of the first provider, by default `keycloak`; any other answers 404 `NOT_FOUND`. */
                legacy_provider: components["parameters"]["LegacyProvider"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outcome. */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Part of the user name, the display name or the mail address, in any case. */
                search?: string;
                /** @description Only users with this role. */
                role?: components["schemas"]["Role"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: "username" | "-username" | "role" | "-role" | "created_at" | "-created_at" | "last_login_at" | "-last_login_at";
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of users. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUserRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a user. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateUser: {
        parameters: {
            query?: {
                /** @description Cancels jobs that the user or his API tokens scheduled and that have not started, and pauses his policies. Without it they continue. */
                cancel_scheduled?: boolean;
            };
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a user. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUserRequest"];
            };
        };
        responses: {
            /** @description The changed user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteUser: {
        parameters: {
            query?: {
                /** @description Cancels jobs that the user or his API tokens scheduled and that have not started, and pauses his policies. Without it they continue. */
                cancel_scheduled?: boolean;
            };
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a user. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted, the sessions and API tokens with it. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteUserSessions: {
        parameters: {
            query?: {
                /** @description Deletes the user's API tokens too. */
                tokens?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of a user. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    resetUserPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a user. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPasswordRequest"];
            };
        };
        responses: {
            /** @description Set. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listOwnApiTokens: {
        parameters: {
            query?: {
                /** @description Only items with exactly this name. */
                name?: components["parameters"]["Name"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: components["parameters"]["ApiTokenSort"];
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of tokens, without their secrets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiTokenList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createOwnApiToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `*`: create it only if nothing of this kind has the name; otherwise `PRECONDITION_FAILED` with the id of the existing one in `details.id`. Without this header a name that is in use answers `NAME_TAKEN`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiTokenRequest"];
            };
        };
        responses: {
            /** @description The token. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiToken"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getOwnApiToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an API token. */
                token_id: components["parameters"]["ApiTokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiToken"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteOwnApiToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an API token. */
                token_id: components["parameters"]["ApiTokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listOwnSessions: {
        parameters: {
            query?: {
                /** @description Order of the list; a leading `-` is descending. */
                sort?: components["parameters"]["SessionSort"];
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. Without it the page is the whole list. */
                limit?: components["parameters"]["LimitOrAll"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteOtherOwnSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteOwnSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a session. */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listUserSessions: {
        parameters: {
            query?: {
                /** @description Order of the list; a leading `-` is descending. */
                sort?: components["parameters"]["SessionSort"];
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. Without it the page is the whole list. */
                limit?: components["parameters"]["LimitOrAll"];
            };
            header?: never;
            path: {
                /** @description Id of a user. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteUserSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a user. */
                user_id: components["parameters"]["UserId"];
                /** @description Id of a session. */
                session_id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listUserApiTokens: {
        parameters: {
            query?: {
                /** @description Only items with exactly this name. */
                name?: components["parameters"]["Name"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: components["parameters"]["ApiTokenSort"];
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /** @description Id of a user. */
                user_id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of tokens, without their secrets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiTokenList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getUserApiToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a user. */
                user_id: components["parameters"]["UserId"];
                /** @description Id of an API token. */
                token_id: components["parameters"]["ApiTokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiToken"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteUserApiToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a user. */
                user_id: components["parameters"]["UserId"];
                /** @description Id of an API token. */
                token_id: components["parameters"]["ApiTokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listPermissions: {
        parameters: {
            query?: {
                /** @description Only items with exactly this name. */
                name?: components["parameters"]["Name"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: components["parameters"]["PermissionSort"];
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table of permissions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listRoles: {
        parameters: {
            query?: {
                /** @description Only items with exactly this name. */
                name?: components["parameters"]["Name"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: components["parameters"]["RoleSort"];
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roles. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description `*`: create it only if nothing of this kind has the name; otherwise `PRECONDITION_FAILED` with the id of the existing one in `details.id`. Without this header a name that is in use answers `NAME_TAKEN`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRoleRequest"];
            };
        };
        responses: {
            /** @description The role. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of a role. */
                role_name: components["parameters"]["RoleName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The role; without `ETag` where it is fixed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Name of a role. */
                role_name: components["parameters"]["RoleName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRoleRequest"];
            };
        };
        responses: {
            /** @description The changed role. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Name of a role. */
                role_name: components["parameters"]["RoleName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listServiceAccounts: {
        parameters: {
            query?: {
                /** @description Only items with exactly this name. */
                name?: components["parameters"]["Name"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: components["parameters"]["ServiceAccountSort"];
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of service accounts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccountList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createServiceAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description `*`: create it only if nothing of this kind has the name; otherwise `PRECONDITION_FAILED` with the id of the existing one in `details.id`. Without this header a name that is in use answers `NAME_TAKEN`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateServiceAccountRequest"];
            };
        };
        responses: {
            /** @description The service account. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getServiceAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a service account. */
                account_id: components["parameters"]["ServiceAccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    updateServiceAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a service account. */
                account_id: components["parameters"]["ServiceAccountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateServiceAccountRequest"];
            };
        };
        responses: {
            /** @description The changed service account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteServiceAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that the change is based on, a list of them, or `*` for any; 412 when the resource was changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a service account. */
                account_id: components["parameters"]["ServiceAccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted, the tokens with it. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    listServiceAccountTokens: {
        parameters: {
            query?: {
                /** @description Only items with exactly this name. */
                name?: components["parameters"]["Name"];
                /** @description Order of the list; a leading `-` is descending. */
                sort?: components["parameters"]["ApiTokenSort"];
                /** @description `next_cursor` of the page before. Opaque; valid for the same filters and sort. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Items in one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /** @description Id of a service account. */
                account_id: components["parameters"]["ServiceAccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of tokens, without their secrets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiTokenList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    createServiceAccountToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description `*`: create it only if nothing of this kind has the name; otherwise `PRECONDITION_FAILED` with the id of the existing one in `details.id`. Without this header a name that is in use answers `NAME_TAKEN`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description A key for this call; for 90 days the same key with the same body returns the same job or resource instead of creating another. If the resource was deleted since, the answer is 404. A UUID of any version, generated before the first try. Keys belong to the account, with all its sessions, or to the API token that calls. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a service account. */
                account_id: components["parameters"]["ServiceAccountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateServiceAccountTokenRequest"];
            };
        };
        responses: {
            /** @description The token. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiToken"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getServiceAccountToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a service account. */
                account_id: components["parameters"]["ServiceAccountId"];
                /** @description Id of an API token. */
                token_id: components["parameters"]["ApiTokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiToken"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    deleteServiceAccountToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a service account. */
                account_id: components["parameters"]["ServiceAccountId"];
                /** @description Id of an API token. */
                token_id: components["parameters"]["ApiTokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    rotateOwnApiToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateTokenRequest"];
            };
        };
        responses: {
            /** @description The token with its new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiToken"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    getWebTls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state on this manager. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebTls"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    confirmWebTls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Confirmed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebTls"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["UnexpectedError"];
        };
    };
    tellJobPaused: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobWebhookPayload"];
            };
        };
        responses: {
            "2XX": components["responses"]["WebhookTaken"];
        };
    };
    tellJobFailed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobWebhookPayload"];
            };
        };
        responses: {
            "2XX": components["responses"]["WebhookTaken"];
        };
    };
    tellJobCompleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobWebhookPayload"];
            };
        };
        responses: {
            "2XX": components["responses"]["WebhookTaken"];
        };
    };
    tellWindowUpcoming: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WindowWebhookPayload"];
            };
        };
        responses: {
            "2XX": components["responses"]["WebhookTaken"];
        };
    };
    tellCertificateExpiring: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExpiryWebhookPayload"];
            };
        };
        responses: {
            "2XX": components["responses"]["WebhookTaken"];
        };
    };
    tellTest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestWebhookPayload"];
            };
        };
        responses: {
            "2XX": components["responses"]["WebhookTaken"];
        };
    };
}
