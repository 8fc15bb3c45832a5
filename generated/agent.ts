// Generated from openapi/ by `npm run generate`; never edited.
export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the health of the agent
         * @description Cheap enough to be polled every minute; starts no process. Answers 200 also when degraded.
         */
        get: operations["getHealth"];
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
         * List installed packages
         * @description Answers the whole list unless `limit` is given. Ordered by name, then architecture.
         */
        get: operations["listPackages"];
        /**
         * Update, hold or unhold packages
         * @description One of three bodies: `packages` updates the named ones to their newest or the given version (operation `update`; a package that is not installed answers `PACKAGE_NOT_FOUND`), `hold` keeps packages at their version (operation `hold`), `unhold` releases them (operation `unhold`). With `plan_hash` exactly that plan of updates runs, or what an interrupted job has left of it.
         */
        put: operations["updatePackages"];
        /**
         * Install packages
         * @description Starts a job of operation `install`. Names are exact; nothing is removed to make room. A package that is already there at the wanted version is left alone. With `plan_hash` exactly that plan runs, or what an interrupted job has left of it.
         */
        post: operations["installPackages"];
        /**
         * Remove packages
         * @description Starts a job of operation `remove`. Only the named packages go, and with `autoremove` those that this very job leaves unneeded; essential packages and the running kernel never go (`CONFLICT` in the job). With `plan_hash` exactly that plan runs, or what an interrupted job has left of it; a named package that is gone by then ends the job `PLAN_CHANGED` and not the call.
         */
        delete: operations["removePackages"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agent/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update the agent itself
         * @description Starts a job of operation `agent_update`: the agent fetches the file from its manager, checks size, hash and, where the installed package holds the key of its releases, the signature, and has the host's package manager install it. A unit of systemd watches: an agent that does not run, answer and hear from the manager within two minutes is put back, and the job ends `failed` with `AGENT_UPDATE_PUT_BACK`. A version below the installed one is a `CONFLICT`; the installed one is nothing to do. Served where `capabilities` has `agent_update`.
         */
        post: operations["updateAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/patches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List available patches
         * @description Every newer version that the package lists know, also of packages that are kept back, with the reason. The ETag covers the list and the reboot fields; an unchanged list answers 304 whatever `refreshed_at` is.
         */
        get: operations["listPatches"];
        put?: never;
        /**
         * Apply patches
         * @description Starts a job of operation `patch`. Without `plan_hash`, lists older than `max_age_secs` are refreshed first; with it they never are, the job resolves the transaction again, and one that differs ends it `failed` with `PLAN_CHANGED`, nothing changed. After a job with that hash was `INTERRUPTED`, what is left of its plan is done: the same changes, and no other. An empty object applies everything that is not kept back. A failing source only stops packages that no other source has: its last list is used while valid, else it is ignored, and the packages concerned are kept back with `SOURCE_FAILED`. The job fails where packages that it names are concerned (`SOURCE_FAILED`), or no source answers any more (`METADATA_STALE` where none could be reached, else `SOURCE_FAILED`).
         */
        post: operations["applyPatches"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/patches/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh the package lists
         * @description Starts a job of operation `refresh`, which tries every source and fails when any of them failed, naming each in `error.details.sources`; the others' lists are refreshed nevertheless. The agent also does this automatically when the lists are older than 6 hours, or a source failed.
         */
        post: operations["refreshPatches"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/system/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the system information of the host
         * @description Identity, operating system, size and reboot state of the host, and what the agent can do.
         */
        get: operations["getSystemInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/system/services/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of a service
         * @description For service health checks. Reads the service manager and changes nothing.
         */
        get: operations["getServiceStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/system/reboot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restart the host
         * @description Starts a job of operation `reboot`, which ends `completed` only when the boot id has changed. It waits up to five minutes for a package manager that is in use; then the job ends `failed` with `LOCK_HELD`.
         */
        post: operations["rebootSystem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/system/connection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change who connects to whom
         * @description Starts a job of operation `connection`. To `dial`, the agent opens a link, and gives up its port only once the link holds; to `listen`, it opens its port, reports its address, and gives up its link only once the manager has reached it there. If that does not come about within two minutes, the job ends `failed` with `CONNECTION_NOT_CHANGED`, and nothing has changed. An agent that is not reached by the new way soon after goes back to the former one.
         */
        put: operations["changeConnection"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/system/certificate/csr": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a key and its signing request
         * @description The key never leaves the host, and the one in use stays in use. A second call replaces the key that waits.
         */
        post: operations["createCsr"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/system/certificate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Install the agent's new certificate
         * @description Installed only when its chain ends in a trusted root and its key is one that the agent made; otherwise 400 `CERTIFICATE_MISMATCH` and nothing changes. The old certificate stays until the new one was used once. Sending the same certificate again changes nothing.
         */
        put: operations["installCertificate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/system/trust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get trusted roots and revocations
         * @description A manager that was restored from a backup takes over revocations that were made after that backup: the newest list that any agent holds counts, and its signature proves that it is the manager's own.
         */
        get: operations["getTrust"];
        /**
         * Replace trusted roots and revocations
         * @description Replaces both at once; open connections of a revoked certificate are closed. Refused with 400 `CERTIFICATE_MISMATCH` when a revocation list is signed by none of the roots, or when the caller's own certificate would no longer be trusted.
         */
        put: operations["installTrust"];
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
         * @description Newest first. Finished jobs are kept for 90 days or 1,000 jobs.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Job id. Anything but a UUID answers 400 `INVALID_JOB_ID`.
                 * @example 01920b4e-7f00-7c3a-9d21-5b0f6f1c2a01
                 */
                id: components["parameters"]["JobIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get a job
         * @description The whole job, with its last 1,000 log lines.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        /**
         * Delete a job
         * @description Only terminal jobs (`completed`, `failed`, `cancelled`, `timedout`). Its log and stash go with it.
         */
        delete: operations["deleteJob"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{id}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Job id. Anything but a UUID answers 400 `INVALID_JOB_ID`.
                 * @example 01920b4e-7f00-7c3a-9d21-5b0f6f1c2a01
                 */
                id: components["parameters"]["JobIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll back a job
         * @description Starts an exclusive job of operation `rollback` that restores the exact versions recorded before the job, and verifies each. Allowed for `completed` and `failed` jobs. A package that is already as before the job is skipped, so that an interrupted rollback can be completed. If a package is neither as the job left it nor as before it, the rollback job fails with `ROLLBACK_CONFLICT` and nothing changes.
         */
        post: operations["rollbackJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Job id. Anything but a UUID answers 400 `INVALID_JOB_ID`.
                 * @example 01920b4e-7f00-7c3a-9d21-5b0f6f1c2a01
                 */
                id: components["parameters"]["JobIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a job
         * @description A pending job ends `cancelled` at once; a running one at its next safe point, never inside a package transaction, so it may still end `completed`. Asking again is harmless.
         */
        post: operations["cancelJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{id}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Job id. Anything but a UUID answers 400 `INVALID_JOB_ID`.
                 * @example 01920b4e-7f00-7c3a-9d21-5b0f6f1c2a01
                 */
                id: components["parameters"]["JobIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get the log of a job
         * @description Lines in the order of `seq`. Give `next_seq` as `after_seq` to read on.
         */
        get: operations["getJobLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Job id. Anything but a UUID answers 400 `INVALID_JOB_ID`.
                 * @example 01920b4e-7f00-7c3a-9d21-5b0f6f1c2a01
                 */
                id: components["parameters"]["JobIdPath"];
            };
            cookie?: never;
        };
        /**
         * Follow one job over the connection of the call
         * @description The events of `streamJobs` for one job, as an answer that continues until the job has ended; the connection can be reused afterwards. Each line is JSON: first the events from `from_seq` on that were missed, then each as it comes, and last the job itself (`JobEnd`). An empty line, every ten seconds, says only that the agent is there. An answer that breaks off before `JobEnd` is resumed by `from_seq`; one with more than 1 MiB unsent is broken off. Served where `capabilities` has `follow`.
         */
        get: operations["followJob"];
        put?: never;
        post?: never;
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
         * Follow jobs live (WebSocket)
         * @description Upgrades to a WebSocket. Each text message is one `JobEvent`; the client sends nothing. With `job_id` only that job, and with `from_seq` first the events that were missed; without `job_id` all jobs from now on. A client with more than 1 MiB unsent is closed with 1013 and resumes by `from_seq`.
         */
        get: operations["streamJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Any text; the handler judges it (the limit is that of a request's head). */
        UncheckedString: string;
        /**
         * Format: uuid
         * @description UUID v7, lower case.
         */
        JobId: string;
        /**
         * Format: date-time
         * @description RFC 3339, UTC, milliseconds.
         */
        Timestamp: string;
        /** @description SHA-256 in lower-case hexadecimal. */
        Sha256: string;
        /** @description Text for people, in English; programs go by codes and states. */
        Message: string;
        /** @description Name of a systemd unit. */
        ServiceName: string;
        /** @description Exact package name, with `:arch` where several architectures are installed. The pattern cannot distinguish a name from apt's removal mark (`jq-`), so handlers also require that the name is in the catalogue exactly as given, before any process sees it: 404 `PACKAGE_NOT_FOUND` if not, and 400 `VALIDATION_FAILED` when the pattern does not match. Nothing changes in either case. */
        PackageName: string;
        /** @description Exact version as the package manager writes it, with epoch and revision. */
        PackageVersion: string;
        /** @description Package name without architecture. */
        BareName: string;
        /** @description Architecture as the package manager names it (`amd64`, `all`, `x86_64`, `noarch`). */
        Arch: string;
        /** @description Version as the package manager reports it. */
        Version: string;
        /**
         * @description The package manager in use.
         * @enum {string}
         */
        PackageManager: "apt" | "dnf" | "dnf5" | "zypper" | "pacman";
        /**
         * @description Something this agent can do now. A job operation (`install` … `rollback`) is served only if listed, so a read-only agent lists none; `unhold` goes with `hold`. `cancel`, `dry_run`, `plan_hash` (of `applyPatches`), `security_only`, `strict_sources`, `repair`: these calls and parameters. `plan_hash_packages`: `plan_hash` of `installPackages`, `updatePackages` and `removePackages`. `agent_update`: `updateAgent`. `service_status`, `certificate`, `trust`, `stream`, `follow`: these endpoints. `connection`: `changeConnection`, and the undoing of its jobs.
         * @enum {string}
         */
        Capability: "install" | "update" | "remove" | "patch" | "hold" | "refresh" | "reboot" | "rollback" | "agent_update" | "cancel" | "dry_run" | "plan_hash" | "plan_hash_packages" | "security_only" | "strict_sources" | "repair" | "service_status" | "certificate" | "trust" | "stream" | "follow" | "connection";
        /**
         * Format: int32
         * @description Grows by one with each addition to this contract; the first is 1.
         */
        ApiLevel: number;
        /**
         * @description `pending` waits, `running` works; the rest are terminal. `timedout` and `cancelled` mean that no package changed; otherwise such a job is `failed` with `TIMED_OUT` or `CANCELLED_PARTWAY`.
         * @enum {string}
         */
        JobStatus: "pending" | "running" | "completed" | "failed" | "cancelled" | "timedout";
        /**
         * @description What the job does.
         * @enum {string}
         */
        JobOperation: "install" | "update" | "remove" | "patch" | "hold" | "unhold" | "refresh" | "reboot" | "rollback" | "agent_update" | "connection";
        /** @description A package to install or update. */
        PackageSpec: {
            name: components["schemas"]["PackageName"];
            /** @description Exact version wanted; without it the newest that the host's policy allows. */
            version?: components["schemas"]["PackageVersion"];
        };
        /** @description A package to remove. */
        PackageRef: {
            name: components["schemas"]["PackageName"];
        };
        /** @description Exact package names, each once. */
        PackageNames: components["schemas"]["PackageName"][];
        /** @description Packages to install. */
        InstallPackagesRequest: {
            /** @description What to install. */
            packages: components["schemas"]["PackageSpec"][];
            /** @description Only resolve the plan; false if absent. */
            dry_run?: boolean;
            plan_hash?: components["schemas"]["ApprovedPlanHash"];
            strict_sources?: components["schemas"]["StrictSources"];
        };
        /** @description Exactly one of update, hold and release. */
        UpdatePackagesRequest: components["schemas"]["UpdateNamedRequest"] | components["schemas"]["HoldRequest"] | components["schemas"]["UnholdRequest"];
        /** @description Packages to update. */
        UpdateNamedRequest: {
            /** @description Installed packages to update. */
            packages: components["schemas"]["PackageSpec"][];
            /** @description Only resolve the plan; false if absent. */
            dry_run?: boolean;
            plan_hash?: components["schemas"]["ApprovedPlanHash"];
            strict_sources?: components["schemas"]["StrictSources"];
        };
        /** @description Packages to hold. */
        HoldRequest: {
            /** @description Installed packages to keep at their version. */
            hold: components["schemas"]["PackageNames"];
        };
        /** @description Packages to unhold. */
        UnholdRequest: {
            /** @description Packages to release. */
            unhold: components["schemas"]["PackageNames"];
        };
        /** @description Packages to remove. */
        RemovePackagesRequest: {
            /** @description Installed packages to remove. */
            packages: components["schemas"]["PackageRef"][];
            /** @description Remove configuration files too; false if absent. */
            purge?: boolean;
            /** @description Also remove what this job leaves unneeded; false if absent. */
            autoremove?: boolean;
            /** @description Only resolve the plan; false if absent. */
            dry_run?: boolean;
            plan_hash?: components["schemas"]["ApprovedPlanHash"];
            strict_sources?: components["schemas"]["StrictSources"];
        };
        /** @description The agent's package to install, as the manager serves it. */
        UpdateAgentRequest: {
            /** @description Version of the agent in it. */
            version: string;
            /** @description Its name at the manager, below `/api/v1/enroll/packages/`. */
            file: string;
            /** @description Of the file; the plan's hash covers it. */
            sha256: components["schemas"]["Sha256"];
            /**
             * Format: int64
             * @description Its size; of a longer file no more is fetched.
             */
            size_bytes: number;
            /** @description What minisign has written beside the file when it was released; null where nobody signed it. An agent whose own package holds a release key refuses an unsigned file. */
            signature: string | null;
            /** @description Only plan; false if absent. */
            dry_run?: boolean;
            /** @description Run exactly the plan with this hash; a host that differs ends the job `PLAN_CHANGED`, unchanged. */
            plan_hash?: components["schemas"]["ApprovedPlanHash"];
        };
        /** @description Which patches to apply, and how. */
        ApplyPatchesRequest: {
            /** @description Only these; all if absent. */
            packages?: components["schemas"]["PackageNames"];
            /** @description Only versions from a security origin, also one below the newest; false if absent. */
            security_only?: boolean;
            /** @description All but these. A name that is unknown to this host changes nothing. */
            exclude?: components["schemas"]["PackageNames"];
            /** @description Only resolve the plan; false if absent. */
            dry_run?: boolean;
            /** @description Run exactly the plan with this hash; lists are not refreshed. */
            plan_hash?: components["schemas"]["Sha256"];
            /**
             * Format: int32
             * @description Refresh lists older than this first, in seconds; 3600 if absent. Without effect beside `plan_hash`.
             */
            max_age_secs?: number;
            strict_sources?: components["schemas"]["StrictSources"];
            /** @description Instead of patches: what the package manager would do to repair unmet dependencies of installed packages, which may install, upgrade and remove. Needs `dry_run` or `plan_hash`, so that a person has seen it; not with `packages`, `security_only` or `exclude`. False if absent. Served where `capabilities` has `repair`. */
            repair?: boolean;
            reboot?: components["schemas"]["RebootPolicy"];
        };
        /** @description Run exactly the plan with this hash, as `applyPatches` does: a transaction that differs ends the job `PLAN_CHANGED` with nothing changed. Served where `capabilities` has `plan_hash_packages`. */
        ApprovedPlanHash: string;
        /** @description Whether any source that failed at its last refresh ends the job with `SOURCE_FAILED` and nothing changed; false if absent. Served where `capabilities` has `strict_sources`. */
        StrictSources: boolean;
        /**
         * @description Whether to restart the host after a job that succeeded; `never` if absent.
         * @enum {string}
         */
        RebootPolicy: "never" | "if_required" | "always";
        /** @description When and why to restart. */
        RebootRequest: {
            /**
             * Format: int32
             * @description Wait before the restart, in seconds; 0 if absent.
             */
            delay_secs?: number;
            /** @description Shown to those who are logged in, and kept in the job's log. */
            reason?: string;
        };
        /** @description How the manager and this agent reach each other from now on. */
        ConnectionRequest: {
            /**
             * @description `listen`: the manager connects to the agent. `dial`: the agent connects to the manager.
             * @enum {string}
             */
            connection: "listen" | "dial";
        };
        /** @description The new certificate. */
        InstallCertificateRequest: {
            /** @description The agent's certificate in PEM, then any intermediate ones. */
            certificate_pem: string;
        };
        /** @description The roots and revocations to trust. */
        InstallTrustRequest: {
            /** @description Trusted roots, each in PEM; two during a rotation. */
            ca_pems: string[];
            /** @description Revocation list in PEM, one per root, one after another. */
            crl_pem: string;
        };
        /** @description Health of the agent. */
        HealthData: {
            /**
             * @description `degraded` exactly when `problems` is not empty.
             * @enum {string}
             */
            status: "ok" | "degraded";
            agent_version: components["schemas"]["AgentVersion"];
            /**
             * Format: int64
             * @description Since the agent process started, in seconds.
             */
            uptime_secs: number;
            boot_id: components["schemas"]["BootId"];
            /**
             * Format: uuid
             * @description The job that runs now; null when idle.
             */
            running_job_id: string | null;
            /** @description What keeps the agent from full service; empty when all is well. */
            problems: components["schemas"]["HealthProblem"][];
            api_level: components["schemas"]["ApiLevel"];
            capabilities: components["schemas"]["Capabilities"];
        };
        /** @description What keeps the agent from full service. */
        HealthProblem: {
            /**
             * @description `NOT_PRIVILEGED` not run as root; `REPAIR_FAILED` an interrupted transaction could not be repaired; `PACKAGES_BROKEN` packages are half installed; `LISTS_STALE` the last refresh failed or is too old; `SOURCE_FAILED` one source of packages failed at its last refresh (one entry for each); `LISTS_UNREADABLE` the package manager cannot read its own lists or configuration, so that packages or patches cannot be listed; `SECURITY_PINNED` the host's own preferences suppress the updates of a security archive, by the last list of patches; `DISK_LOW` too little space for a transaction; `READ_ONLY` the file system refuses writes; `CERTIFICATE_EXPIRING` less than a third of the certificate's life is left; `CLOCK_SKEW` the clock is off; `ADDRESS_CHANGED` the manager calls an address that this host no longer has, and could not use the new one; `KERNELS_KEPT` nothing removes old kernels here; `DEPENDENCIES_BROKEN` installed packages need others that are not installed: the message names them, and `repair` of `applyPatches` plans the repair.
             * @enum {string}
             */
            code: "NOT_PRIVILEGED" | "REPAIR_FAILED" | "PACKAGES_BROKEN" | "LISTS_STALE" | "SOURCE_FAILED" | "LISTS_UNREADABLE" | "SECURITY_PINNED" | "DISK_LOW" | "READ_ONLY" | "CERTIFICATE_EXPIRING" | "CLOCK_SKEW" | "ADDRESS_CHANGED" | "KERNELS_KEPT" | "DEPENDENCIES_BROKEN";
            message: components["schemas"]["Message"];
        };
        /** @description Version of the agent (semantic versioning). */
        AgentVersion: string;
        /**
         * Format: uuid
         * @description The kernel's id of this boot; it changes with every restart.
         */
        BootId: string;
        /** @description What this agent serves; the manager asks for nothing else. */
        Capabilities: components["schemas"]["Capability"][];
        /** @description What wants the restart, most often package names; empty when none is due. */
        RebootReasons: string[];
        /** @description Identity, system and size of the host. */
        SystemInfo: {
            /** @description From /etc/machine-id. */
            machine_id: string;
            /** @description Short name. */
            hostname: string;
            /** @description Full name; the short one where the host has no domain. */
            fqdn: string;
            /** @description Family by its packaging, such as `debian`, `rhel`, `suse`, `arch`. */
            os_family: string;
            /** @description Name for people. */
            os_name: string;
            /** @description Release, such as `12`; empty for rolling distributions. */
            os_version: string;
            arch: components["schemas"]["Arch"];
            /** @description Running kernel release. */
            kernel: string;
            boot_id: components["schemas"]["BootId"];
            booted_at: components["schemas"]["Timestamp"];
            agent_version: components["schemas"]["AgentVersion"];
            package_manager: components["schemas"]["PackageManager"];
            /**
             * Format: int32
             * @description Logical CPUs.
             */
            cpu_count: number;
            /**
             * Format: int64
             * @description Physical memory, in bytes.
             */
            memory_bytes: number;
            root_disk: components["schemas"]["DiskSpace"];
            /** @description Whether the host asks for a restart. */
            reboot_required: boolean;
            reboot_reasons: components["schemas"]["RebootReasons"];
            /** @description Proxies of the package manager's own configuration, without credentials; empty where it has none. Absent from agents before 0.2. */
            package_proxies?: string[];
            api_level: components["schemas"]["ApiLevel"];
            capabilities: components["schemas"]["Capabilities"];
        };
        /** @description The file system of `/`. */
        DiskSpace: {
            /**
             * Format: int64
             * @description Size, in bytes.
             */
            total_bytes: number;
            /**
             * Format: int64
             * @description Free for ordinary users, in bytes.
             */
            free_bytes: number;
        };
        /** @description State of a systemd unit. */
        ServiceStatus: {
            name: components["schemas"]["ServiceName"];
            /**
             * @description State as systemd names it.
             * @enum {string}
             */
            active_state: "active" | "reloading" | "refreshing" | "inactive" | "failed" | "activating" | "deactivating" | "maintenance";
            /** @description Finer state of the unit type, such as `running` or `dead`. */
            sub_state: string;
            /** @description Whether it starts at boot. */
            enabled: boolean;
        };
        /** @description Installed packages. */
        PackageList: {
            /** @description The packages on this page. */
            packages: components["schemas"]["Package"][];
            /**
             * Format: int32
             * @description Packages that match the filters, on all pages.
             */
            total: number;
            /** @description For the next page, null on the last one; absent when no `limit` was given. */
            next_cursor?: string | null;
        };
        /** @description One installed package. */
        Package: {
            name: components["schemas"]["BareName"];
            arch: components["schemas"]["Arch"];
            version: components["schemas"]["Version"];
            /** @description Whether it is kept at its version. */
            held: boolean;
            /** @description Who publishes it, as the repository labels itself; null when it is in no known repository. */
            origin: string | null;
            /** @description Section or group; null when the package names none. */
            section: string | null;
            /**
             * Format: int64
             * @description Size on disk in bytes, as the package states it; null when it states none.
             */
            installed_size_bytes: number | null;
            /** @description The version that the host's own policy prefers; absent when it is the installed one. */
            available_version?: components["schemas"]["Version"];
            /** @description Its source package; absent when that has the same name and version, when the package manager does not report it, and from older agents. A list in which no package has one comes from an agent that reports none. */
            source?: components["schemas"]["PackageSource"];
        };
        /** @description The source package that a package was built from. */
        PackageSource: {
            name: components["schemas"]["BareName"];
            /** @description Its version. Source packages of rpm are named without an epoch. */
            version: components["schemas"]["Version"];
        };
        /** @description Available patches. */
        PatchList: {
            /** @description The patches on this page. */
            patches: components["schemas"]["Patch"][];
            /**
             * Format: int32
             * @description Number of patches; null while the lists were never refreshed.
             */
            total: number | null;
            /**
             * Format: int32
             * @description Number of those whose `security` is true; null while the lists were never refreshed, and where it is true of none and null of some: that is not 0.
             */
            security_total: number | null;
            /**
             * Format: date-time
             * @description When the package lists were last refreshed; null if never.
             */
            refreshed_at: string | null;
            /** @description Whether the host asks for a restart. */
            reboot_required: boolean;
            reboot_reasons: components["schemas"]["RebootReasons"];
            package_manager: components["schemas"]["PackageManager"];
        };
        /** @description A newer version of one installed package. */
        Patch: {
            /** @description Name of the package. */
            name: components["schemas"]["BareName"];
            arch: components["schemas"]["Arch"];
            current_version: components["schemas"]["Version"];
            /** @description The version that an ordinary patch job installs, or would but for `kept_back_reason`. */
            available_version: components["schemas"]["Version"];
            /** @description Whether any version above the installed one comes from a security origin; null when unknown, because its source publishes no advisories and has no separate security archive. */
            security: boolean | null;
            /** @description The lower version from a security origin that `security_only` installs, when `available_version` is not itself from one; null otherwise. */
            security_version: string | null;
            /**
             * @description Highest severity of its advisories; null where the distribution publishes none.
             * @enum {string|null}
             */
            severity: "low" | "moderate" | "important" | "critical" | null;
            /** @description Advisories that the newer versions fix; empty where the repository names none. */
            advisories: components["schemas"]["Advisory"][];
            /** @description Who publishes it, as the repository labels itself; null when it does not. */
            origin: string | null;
            /**
             * Format: int64
             * @description Size of the package file, in bytes.
             */
            download_size_bytes: number;
            /** @description Whether the package is held. */
            held: boolean;
            /** @description Whether the repository's phased roll-out has not reached this host. */
            phased: boolean;
            /**
             * @description Why a patch job skips it: `HELD`, `PHASED`, `NEEDS_NEW` (a package that is not installed), `NEEDS_REMOVAL` (of another package), `DEPENDENCY` (cannot be satisfied), `SOURCE_FAILED` (it is only in a source that failed), `PINNED` (a security update that the host's own preferences suppress); null when it does not.
             * @enum {string|null}
             */
            kept_back_reason: "HELD" | "PHASED" | "NEEDS_NEW" | "NEEDS_REMOVAL" | "DEPENDENCY" | "SOURCE_FAILED" | "PINNED" | null;
            /** @description What the reason alone does not say: for `PINNED` the priorities, and the file that sets them. Absent where there is no more to say, and from older agents. */
            kept_back_message?: components["schemas"]["Message"];
            /** @description Its source package; absent when the package manager does not report it, and from older agents. */
            source?: components["schemas"]["PatchSource"];
        };
        /** @description The source package, whose versions may be others than those of the package that was built from it. */
        PatchSource: {
            /** @description Name of the source package. */
            name: components["schemas"]["BareName"];
            current_version: components["schemas"]["Version"];
            /** @description That `available_version` of the package was built from. */
            available_version: components["schemas"]["Version"];
        };
        /** @description A security advisory of the distribution. */
        Advisory: {
            /** @description Such as `DSA-5764-1`. */
            id: string;
            /** @description CVEs that it fixes. */
            cves: string[];
        };
        /** @description A job that was started. */
        JobAccepted: {
            job_id: components["schemas"]["JobId"];
            /**
             * @description Always `pending`.
             * @constant
             */
            status: "pending";
            operation: components["schemas"]["JobOperation"];
        };
        /** @description A rollback that was started. */
        RollbackAccepted: {
            /** @description The new rollback job. */
            job_id: components["schemas"]["JobId"];
            /**
             * @description Always `pending`.
             * @constant
             */
            status: "pending";
            /**
             * @description Always `rollback`.
             * @constant
             */
            operation: "rollback";
            /** @description The job being undone. */
            original_job_id: components["schemas"]["JobId"];
            /**
             * @description Nothing else starts until the rollback has ended.
             * @constant
             */
            exclusive_mode: true;
        };
        /** @description A cancellation that was recorded. */
        CancelAccepted: {
            job_id: components["schemas"]["JobId"];
            status: components["schemas"]["JobStatus"];
            operation: components["schemas"]["JobOperation"];
        };
        /** @description A job that was deleted. */
        JobDeleted: {
            /**
             * @description Always true.
             * @constant
             */
            deleted: true;
            job_id: components["schemas"]["JobId"];
        };
        /** @description One page of jobs. */
        JobList: {
            /** @description The jobs on this page. */
            jobs: components["schemas"]["JobSummary"][];
            /**
             * Format: int32
             * @description Number of jobs returned.
             */
            total: number;
        };
        /** @description The packages of the job as `name:arch`, empty until they are resolved. */
        JobPackages: string[];
        /** @description The last jobs that ended, and what they did. */
        JobSummary: {
            job_id: components["schemas"]["JobId"];
            operation: components["schemas"]["JobOperation"];
            status: components["schemas"]["JobStatus"];
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it became terminal; null before.
             */
            completed_at: string | null;
            packages: components["schemas"]["JobPackages"];
        };
        /** @description A job of this agent. */
        JobDetail: {
            job_id: components["schemas"]["JobId"];
            operation: components["schemas"]["JobOperation"];
            status: components["schemas"]["JobStatus"];
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it began to run; null while pending, or if it never ran.
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it became terminal; null before.
             */
            completed_at: string | null;
            packages: components["schemas"]["JobPackages"];
            /**
             * Format: int32
             * @description Percent done (an unsigned 8-bit number); never falls.
             */
            progress: number;
            message: components["schemas"]["Message"];
            /** @description The last 1,000 lines; earlier ones by `…/logs`. */
            logs: components["schemas"]["JobLogLine"][];
            /** @description Why the job failed; null when it did not. */
            error: components["schemas"]["JobError"] | null;
            /**
             * Format: uuid
             * @description The latest rollback job of this job; null if none.
             */
            rollback_job_id: string | null;
            /**
             * Format: uuid
             * @description For a rollback, the job that it undoes; null otherwise.
             */
            original_job_id: string | null;
            /** @description Whether nothing else starts until it has ended. */
            exclusive_mode: boolean;
            /** @description Whether it only resolves a plan. */
            dry_run: boolean;
            /** @description What a dry run would do; null for other jobs, and until it is resolved. */
            plan: components["schemas"]["Plan"] | null;
            /** @description What changed, judged by the package database before and after; also of failed jobs. */
            changes: components["schemas"]["PackageChange"][];
            /** @description Whether a rollback can restore what changed; null until the job is terminal, and for dry runs. */
            reversible: components["schemas"]["Reversibility"] | null;
            /**
             * Format: uuid
             * @description The key it was started with; null if none.
             */
            idempotency_key: string | null;
            /** @description Whether the host asked for a restart when the job ended. */
            reboot_required: boolean;
            /**
             * Format: uuid
             * @description The boot in which it began to run; null before.
             */
            boot_id: string | null;
        };
        /** @description One line of a job's log. */
        JobLogLine: {
            seq: components["schemas"]["Seq"];
            at: components["schemas"]["Timestamp"];
            stream: components["schemas"]["LogStream"];
            text: components["schemas"]["LogText"];
        };
        /**
         * Format: int64
         * @description Counts a job's events from 1, without gaps. Log lines are events, so their numbers rise but may skip those of status and progress events.
         */
        Seq: number;
        /**
         * @description `stdout` and `stderr` of the package manager, `agent` for the agent's own lines.
         * @enum {string}
         */
        LogStream: "stdout" | "stderr" | "agent";
        /** @description One line without its end; cut at 16 KiB. */
        LogText: string;
        /** @description One page of a job's log. */
        JobLogPage: {
            /** @description The lines, in order. */
            logs: components["schemas"]["JobLogLine"][];
            /**
             * Format: int64
             * @description The last `seq` of this page, or `after_seq` when the page is empty.
             */
            next_seq: number;
        };
        /** @description The change of one package. */
        PackageChange: {
            /** @description Name of the package. */
            name: components["schemas"]["BareName"];
            arch: components["schemas"]["Arch"];
            /** @description Version before; null when it was not installed. */
            from: string | null;
            /** @description Version after; null when it was removed. */
            to: string | null;
        };
        /** @description What the transaction would do to one package. */
        PlanEntry: {
            /** @description Name of the package. */
            name: components["schemas"]["BareName"];
            arch: components["schemas"]["Arch"];
            /** @description Installed version; null for `install`. */
            from: string | null;
            /** @description Version to be installed; null for `remove`. */
            to: string | null;
        };
        /** @description Ordered by name, then architecture. */
        PlanEntries: components["schemas"]["PlanEntry"][];
        /** @description A package with a newer version that the plan skips. */
        KeptBack: {
            /** @description Name of the package. */
            name: components["schemas"]["BareName"];
            arch: components["schemas"]["Arch"];
            /**
             * @description As `kept_back_reason` of a patch; `EXCLUDED` by the request itself; `SECURITY_UNKNOWN`: only security updates were requested, and it is unknown whether this is one.
             * @enum {string}
             */
            reason: "HELD" | "PHASED" | "NEEDS_REMOVAL" | "NEEDS_NEW" | "DEPENDENCY" | "EXCLUDED" | "SOURCE_FAILED" | "PINNED" | "SECURITY_UNKNOWN";
            /** @description The reason in words. */
            message: components["schemas"]["Message"];
        };
        /** @description The transaction that was resolved. */
        Plan: {
            /** @description Packages that are not installed yet. */
            install: components["schemas"]["PlanEntries"];
            /** @description Packages that get a newer version. */
            upgrade: components["schemas"]["PlanEntries"];
            /** @description Packages that get an older version. */
            downgrade: components["schemas"]["PlanEntries"];
            /** @description Packages that are removed. */
            remove: components["schemas"]["PlanEntries"];
            /** @description Skipped packages, each with its reason; not part of the hash. */
            kept_back: components["schemas"]["KeptBack"][];
            /**
             * Format: int64
             * @description Still to be downloaded, in bytes.
             */
            download_size_bytes: number;
            /**
             * Format: int64
             * @description Disk space used afterwards, in bytes; negative when space is freed.
             */
            disk_change_bytes: number;
            /** @description Whether the host will ask for a restart. */
            reboot_expected: boolean;
            reversible: components["schemas"]["Reversibility"];
            /** @description SHA-256 of the RFC 8785 JSON of the entries `{ action, name, arch, from, to }`, sorted by name and architecture, with `action` one of install, upgrade, downgrade, remove, and of nothing else. */
            plan_hash: components["schemas"]["Sha256"];
        };
        /** @description Whether a rollback can restore the state before. */
        Reversibility: {
            /**
             * @description `yes`: exact versions from signed packages; `partly`: exact versions, but see the reasons; `no`: some version cannot be restored.
             * @enum {string}
             */
            verdict: "yes" | "partly" | "no";
            /** @description What would not be restored; empty when the verdict is `yes`. */
            reasons: components["schemas"]["ReversibilityReason"][];
        };
        /** @description Why a rollback would not restore everything. */
        ReversibilityReason: {
            /**
             * @description `NOT_STASHED` the old package is in no source (no); `STASH_FULL` it did not fit or was evicted (no); `STASH_CORRUPT` its checksum no longer matches (no); `UNSIGNED_STASH` it was built of the installed files (partly); `CONFFILE_CHANGED` configuration files stay as the new version left them (partly); `REMOVED_CONFFILES` purged configuration does not come back (partly); `RUNNING_KERNEL` the old kernel runs only after a restart (partly); `SCRIPT_SIDE_EFFECTS` what maintainer scripts did outside the package stays (partly); `NOTHING_TO_RESTORE` no package changed (yes); `NOT_A_CHANGE` the operation has no undo, such as a refresh or a restart (no); `BROKEN_BEFORE` dependencies were broken before the job, and no package manager goes back to that (no).
             * @enum {string}
             */
            code: "NOT_STASHED" | "STASH_FULL" | "STASH_CORRUPT" | "UNSIGNED_STASH" | "CONFFILE_CHANGED" | "REMOVED_CONFFILES" | "RUNNING_KERNEL" | "SCRIPT_SIDE_EFFECTS" | "NOTHING_TO_RESTORE" | "NOT_A_CHANGE" | "BROKEN_BEFORE";
            /** @description As `name:arch`; absent when the reason concerns the whole job. */
            package?: string;
            message: components["schemas"]["Message"];
        };
        /** @description One message of the stream. */
        JobEvent: components["schemas"]["JobStatusEvent"] | components["schemas"]["JobProgressEvent"] | components["schemas"]["JobLogEvent"];
        /** @description The job entered a state. */
        JobStatusEvent: {
            job_id: components["schemas"]["JobId"];
            seq: components["schemas"]["Seq"];
            at: components["schemas"]["Timestamp"];
            /**
             * @description Kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "status";
            status: components["schemas"]["JobStatus"];
            message: components["schemas"]["Message"];
            /** @description Set with `failed`. */
            error: components["schemas"]["JobError"] | null;
        };
        /** @description The job went on. */
        JobProgressEvent: {
            job_id: components["schemas"]["JobId"];
            seq: components["schemas"]["Seq"];
            at: components["schemas"]["Timestamp"];
            /**
             * @description Kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "progress";
            /**
             * Format: int32
             * @description Percent done.
             */
            progress: number;
            message: components["schemas"]["Message"];
        };
        /** @description The job wrote a line. */
        JobLogEvent: {
            job_id: components["schemas"]["JobId"];
            seq: components["schemas"]["Seq"];
            at: components["schemas"]["Timestamp"];
            /**
             * @description Kind of the event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "log";
            stream: components["schemas"]["LogStream"];
            text: components["schemas"]["LogText"];
        };
        /** @description One line of a job that is followed. */
        FollowedLine: components["schemas"]["JobStatusEvent"] | components["schemas"]["JobProgressEvent"] | components["schemas"]["JobLogEvent"] | components["schemas"]["JobEnd"];
        /** @description The last line. The job has ended. */
        JobEnd: {
            /**
             * @description Kind of the message. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "end";
            /** @description As `getJob` answers it, without log lines. */
            job: components["schemas"]["JobDetail"];
        };
        /** @description A certificate signing request. */
        Csr: {
            /** @description PKCS#10 request in PEM, for a P-256 key. The CA takes only the key from it. */
            csr_pem: string;
        };
        /** @description The certificate now in use. */
        CertificateInstall: {
            /** @description Lower-case hexadecimal. */
            serial_number: string;
            fingerprint_sha256: components["schemas"]["Sha256"];
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @description What the agent trusts now. */
        TrustInstall: {
            /** @description Fingerprints of the roots now trusted. */
            root_fingerprints_sha256: components["schemas"]["Sha256"][];
            /** @description Until when the first revocation list to end is valid; the manager sends a new one before. */
            crl_next_update_at: components["schemas"]["Timestamp"];
        };
        /** @description What the agent trusts, with its revocation lists. */
        HeldTrust: {
            /** @description Fingerprints of the roots that are trusted. */
            root_fingerprints_sha256: components["schemas"]["Sha256"][];
            /**
             * Format: date-time
             * @description Until when the first revocation list to end is valid; null where the agent has none yet.
             */
            crl_next_update_at: string | null;
            /** @description The newest revocation list of each root, in PEM; empty where the agent has none yet. */
            crl_pem: string;
        };
        /**
         * @description Closed list; status, retryability and meaning of each are in `components.x-error-codes`.
         * @enum {string}
         */
        ErrorCode: "INVALID_JOB_ID" | "JOB_NOT_FOUND" | "ROLLBACK_NOT_ALLOWED" | "JOB_CREATE_ERROR" | "DELETE_NOT_ALLOWED" | "JOB_DELETE_ERROR" | "CANCEL_NOT_ALLOWED" | "VALIDATION_FAILED" | "IDEMPOTENCY_MISMATCH" | "QUEUE_FULL" | "LOCK_HELD" | "FETCH_FAILED" | "METADATA_STALE" | "INTERRUPTED" | "PACKAGE_MANAGER_BUSY" | "SCRIPT_FAILED" | "CONFLICT" | "INHIBITED" | "CONNECTION_NOT_CHANGED" | "BOOT_UNSAFE" | "PACKAGE_NOT_FOUND" | "PACKAGE_HELD" | "NO_SPACE" | "READ_ONLY" | "SIGNATURE_INVALID" | "METADATA_EXPIRED" | "SOURCE_FAILED" | "LISTS_UNREADABLE" | "DEPENDENCIES_BROKEN" | "PLAN_CHANGED" | "ROLLBACK_CONFLICT" | "AGENT_UPDATE_PUT_BACK" | "AGENT_UPDATE_UNHEALTHY" | "TIMED_OUT" | "CANCELLED_PARTWAY" | "UNSUPPORTED" | "NOT_PRIVILEGED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "CERTIFICATE_REQUIRED" | "MANAGER_REPLACED" | "SERVICE_NOT_FOUND" | "CERTIFICATE_MISMATCH" | "UPGRADE_REQUIRED" | "INTERNAL_ERROR";
        /** @description Facts for programs, by code; more may be added. */
        ErrorDetails: {
            /** @description With `VALIDATION_FAILED`, what is wrong where. */
            errors?: components["schemas"]["ValidationIssue"][];
            job_id?: components["schemas"]["UncheckedString"];
            status?: components["schemas"]["JobStatus"];
            /**
             * Format: date-time
             * @description With `CERTIFICATE_REQUIRED`, what this host's clock says, where by that clock alone the manager's certificate is not valid yet, or not any more.
             */
            clock_at?: string;
            /** @description With `PACKAGE_NOT_FOUND`, `PACKAGE_HELD`, `SCRIPT_FAILED` and `ROLLBACK_CONFLICT`, which ones. */
            packages?: string[];
        } & {
            [key: string]: unknown;
        };
        /** @description One thing that is wrong with a request. */
        ValidationIssue: {
            /** @description Where, such as `/body/packages/0/name`. */
            path: string;
            /** @description What is wrong, in words. */
            message: components["schemas"]["Message"];
        };
        /** @description Why the call failed. */
        ErrorBody: {
            code: components["schemas"]["ErrorCode"];
            message: components["schemas"]["Message"];
            details?: components["schemas"]["ErrorDetails"];
            /** @description Whether the same call may succeed later. */
            retryable: boolean;
        };
        /** @description The body of every error. */
        ErrorEnvelope: {
            /**
             * @description Always false.
             * @constant
             */
            success: false;
            /** @description The error. */
            error: components["schemas"]["ErrorBody"];
        };
        /** @description Why a job failed. */
        JobError: {
            code: components["schemas"]["ErrorCode"];
            message: components["schemas"]["Message"];
            details?: components["schemas"]["ErrorDetails"];
            /** @description Whether a new job may succeed where this one failed. */
            retryable: boolean;
        };
    };
    responses: {
        /** @description The job is pending. */
        InstallAccepted: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": true,
                 *       "data": {
                 *         "job_id": "01920b4e-7f00-7c3a-9d21-5b0f6f1c2ab0",
                 *         "status": "pending",
                 *         "operation": "install"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    success: true;
                    data: components["schemas"]["JobAccepted"];
                };
            };
        };
        /** @description The job is pending. */
        RemoveAccepted: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": true,
                 *       "data": {
                 *         "job_id": "01920b4e-7f00-7c3a-9d21-5b0f6f1c2ab1",
                 *         "status": "pending",
                 *         "operation": "remove"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    success: true;
                    data: components["schemas"]["JobAccepted"];
                };
            };
        };
        /** @description The job is pending. */
        PatchAccepted: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": true,
                 *       "data": {
                 *         "job_id": "01920b4e-7f00-7c3a-9d21-5b0f6f1c2a01",
                 *         "status": "pending",
                 *         "operation": "patch"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    success: true;
                    data: components["schemas"]["JobAccepted"];
                };
            };
        };
        /** @description The job is pending. */
        RefreshAccepted: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": true,
                 *       "data": {
                 *         "job_id": "01920b4e-7f00-7c3a-9d21-5b0f6f1c2ab2",
                 *         "status": "pending",
                 *         "operation": "refresh"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    success: true;
                    data: components["schemas"]["JobAccepted"];
                };
            };
        };
        /** @description The job is pending. */
        RebootAccepted: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": true,
                 *       "data": {
                 *         "job_id": "01920b4e-7f00-7c3a-9d21-5b0f6f1c2ab3",
                 *         "status": "pending",
                 *         "operation": "reboot"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    success: true;
                    data: components["schemas"]["JobAccepted"];
                };
            };
        };
        /** @description The job is pending. */
        ConnectionAccepted: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": true,
                 *       "data": {
                 *         "job_id": "01920b4e-7f00-7c3a-9d21-5b0f6f1c2ab3",
                 *         "status": "pending",
                 *         "operation": "connection"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    success: true;
                    data: components["schemas"]["JobAccepted"];
                };
            };
        };
        /** @description The list is still that of `If-None-Match`. */
        PackagesNotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description List and reboot fields are still those of `If-None-Match`. */
        PatchesNotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
                "Last-Modified": components["headers"]["LastModified"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request breaks the contract; nothing changed. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The request breaks the contract; nothing changed. */
        BadBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The job id is not a UUID, or the request breaks the contract. */
        BadJobId: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The job id is not a UUID, or a query parameter is malformed. */
        BadJobQuery: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The job cannot be undone, is unknown, or the request breaks the contract. */
        RollbackRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The body is malformed, or does not match what the agent trusts; nothing changed. */
        BadCertificate: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The client certificate is not the manager's. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The client certificate is not the manager's, or the agent runs without root. */
        ForbiddenChange: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description No job has that id. */
        JobNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description A name, or its version, is not in the catalogue exactly as given; nothing changed. */
        PackageNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description No such unit. */
        ServiceNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The job was not started. */
        StartRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The job was not started. */
        PackageStartRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The job was not started. */
        PatchStartRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The job has not ended yet. */
        DeleteRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The job has already ended. */
        CancelRefused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The body holds more than 1 MB. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The body is not JSON. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The call was not a WebSocket upgrade. */
        UpgradeRequired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The agent failed unexpectedly. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The job could not be recorded, or the agent failed; nothing was started. */
        StartFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The job could not be removed. */
        DeleteFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description This host or its package manager cannot do that. */
        Unsupported: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
    };
    parameters: {
        /**
         * @description The same key with the same request answers the same job, for 90 days; with another request 409 `IDEMPOTENCY_MISMATCH`. It is stored before the work starts.
         * @example 0192f3c0-51aa-7d10-8a55-d1f2f7a6c001
         */
        IdempotencyKey: string;
        /**
         * @description The `ETag` of an earlier answer; an unchanged list answers 304 without a body.
         * @example "b1946ac92492d234"
         */
        IfNoneMatch: string;
        /**
         * @description Job id. Anything but a UUID answers 400 `INVALID_JOB_ID`.
         * @example 01920b4e-7f00-7c3a-9d21-5b0f6f1c2a01
         */
        JobIdPath: components["schemas"]["UncheckedString"];
    };
    requestBodies: never;
    headers: {
        /** @description Entity tag of the list. */
        ETag: string;
        /** @description When the package lists were last refreshed (RFC 9110 date); absent while they never were. */
        LastModified: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agent answers; `status` and `problems` say how well it is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True: the call succeeded.
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["HealthData"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
        };
    };
    listPackages: {
        parameters: {
            query?: {
                /**
                 * @description Part of the package name; letter case does not matter.
                 * @example openssl
                 */
                search?: string;
                /** @description Only packages with (`true`) or without (`false`) a newer version. */
                upgradable?: boolean;
                /** @description Only packages that are held (`true`) or not (`false`). */
                held?: boolean;
                /** @description Packages per page. Without it the list is whole. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /**
                 * @description The `ETag` of an earlier answer; an unchanged list answers 304 without a body.
                 * @example "b1946ac92492d234"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Installed packages. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "packages": [
                     *           {
                     *             "name": "openssl",
                     *             "arch": "amd64",
                     *             "version": "3.0.15-1~deb12u1",
                     *             "held": false,
                     *             "origin": "Debian",
                     *             "section": "utils",
                     *             "installed_size_bytes": 2323456,
                     *             "available_version": "3.0.16-1~deb12u1"
                     *           }
                     *         ],
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description True: the call succeeded.
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["PackageList"];
                    };
                };
            };
            304: components["responses"]["PackagesNotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
        };
    };
    updatePackages: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same request answers the same job, for 90 days; with another request 409 `IDEMPOTENCY_MISMATCH`. It is stored before the work starts.
                 * @example 0192f3c0-51aa-7d10-8a55-d1f2f7a6c001
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePackagesRequest"];
            };
        };
        responses: {
            /** @description The job is pending. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True: the call succeeded.
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["JobAccepted"];
                    };
                };
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["PackageNotFound"];
            409: components["responses"]["PackageStartRefused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["StartFailed"];
            501: components["responses"]["Unsupported"];
        };
    };
    installPackages: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same request answers the same job, for 90 days; with another request 409 `IDEMPOTENCY_MISMATCH`. It is stored before the work starts.
                 * @example 0192f3c0-51aa-7d10-8a55-d1f2f7a6c001
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InstallPackagesRequest"];
            };
        };
        responses: {
            202: components["responses"]["InstallAccepted"];
            400: components["responses"]["BadBody"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["PackageNotFound"];
            409: components["responses"]["PackageStartRefused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["StartFailed"];
        };
    };
    removePackages: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same request answers the same job, for 90 days; with another request 409 `IDEMPOTENCY_MISMATCH`. It is stored before the work starts.
                 * @example 0192f3c0-51aa-7d10-8a55-d1f2f7a6c001
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "packages": [
                 *         {
                 *           "name": "telnet"
                 *         }
                 *       ],
                 *       "purge": true,
                 *       "autoremove": false
                 *     }
                 */
                "application/json": components["schemas"]["RemovePackagesRequest"];
            };
        };
        responses: {
            202: components["responses"]["RemoveAccepted"];
            400: components["responses"]["BadBody"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["PackageNotFound"];
            409: components["responses"]["PackageStartRefused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["StartFailed"];
        };
    };
    updateAgent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same request answers the same job, for 90 days; with another request 409 `IDEMPOTENCY_MISMATCH`. It is stored before the work starts.
                 * @example 0192f3c0-51aa-7d10-8a55-d1f2f7a6c001
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": "0.3.0",
                 *       "file": "fleetmend-agent_0.3.0_amd64.deb",
                 *       "sha256": "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
                 *       "size_bytes": 46137344,
                 *       "signature": null,
                 *       "dry_run": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateAgentRequest"];
            };
        };
        responses: {
            /** @description The job is pending. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "job_id": "01920b4e-7f00-7c3a-9d21-5b0f6f1c2a09",
                     *         "status": "pending",
                     *         "operation": "agent_update"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description True: the call succeeded.
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["JobAccepted"];
                    };
                };
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["ForbiddenChange"];
            409: components["responses"]["StartRefused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["StartFailed"];
        };
    };
    listPatches: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of an earlier answer; an unchanged list answers 304 without a body.
                 * @example "b1946ac92492d234"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Available patches, ordered by name, then architecture. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True: the call succeeded.
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["PatchList"];
                    };
                };
            };
            304: components["responses"]["PatchesNotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
        };
    };
    applyPatches: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same request answers the same job, for 90 days; with another request 409 `IDEMPOTENCY_MISMATCH`. It is stored before the work starts.
                 * @example 0192f3c0-51aa-7d10-8a55-d1f2f7a6c001
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApplyPatchesRequest"];
            };
        };
        responses: {
            202: components["responses"]["PatchAccepted"];
            400: components["responses"]["BadBody"];
            403: components["responses"]["ForbiddenChange"];
            404: components["responses"]["PackageNotFound"];
            409: components["responses"]["PatchStartRefused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["StartFailed"];
            501: components["responses"]["Unsupported"];
        };
    };
    refreshPatches: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same request answers the same job, for 90 days; with another request 409 `IDEMPOTENCY_MISMATCH`. It is stored before the work starts.
                 * @example 0192f3c0-51aa-7d10-8a55-d1f2f7a6c001
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: components["responses"]["RefreshAccepted"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["ForbiddenChange"];
            409: components["responses"]["StartRefused"];
            500: components["responses"]["StartFailed"];
        };
    };
    getSystemInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The host. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "machine_id": "3f2a9c0d5b7e4f1680c2d4e6f8a0b1c3",
                     *         "hostname": "web-1",
                     *         "fqdn": "web-1.example.org",
                     *         "os_family": "debian",
                     *         "os_name": "Debian GNU/Linux 12 (bookworm)",
                     *         "os_version": "12",
                     *         "arch": "amd64",
                     *         "kernel": "6.1.0-26-amd64",
                     *         "boot_id": "5f1c7a0e-2b1d-4a57-9c52-0d6b8e3f9a11",
                     *         "booted_at": "2026-11-20T06:12:44.000Z",
                     *         "agent_version": "0.1.0",
                     *         "package_manager": "apt",
                     *         "cpu_count": 2,
                     *         "memory_bytes": 4110417920,
                     *         "root_disk": {
                     *           "total_bytes": 42949672960,
                     *           "free_bytes": 30064771072
                     *         },
                     *         "reboot_required": false,
                     *         "reboot_reasons": [],
                     *         "package_proxies": [
                     *           "http://proxy.example.org:3128"
                     *         ],
                     *         "api_level": 1,
                     *         "capabilities": [
                     *           "install",
                     *           "update",
                     *           "remove",
                     *           "patch",
                     *           "hold",
                     *           "refresh",
                     *           "reboot",
                     *           "rollback",
                     *           "cancel",
                     *           "dry_run"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description True: the call succeeded.
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["SystemInfo"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
        };
    };
    getServiceStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Exact unit name; `.service` is optional.
                 * @example nginx
                 */
                name: components["schemas"]["ServiceName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service as its manager sees it now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "name": "nginx",
                     *         "active_state": "active",
                     *         "sub_state": "running",
                     *         "enabled": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description True: the call succeeded.
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["ServiceStatus"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ServiceNotFound"];
            500: components["responses"]["InternalError"];
            501: components["responses"]["Unsupported"];
        };
    };
    rebootSystem: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same request answers the same job, for 90 days; with another request 409 `IDEMPOTENCY_MISMATCH`. It is stored before the work starts.
                 * @example 0192f3c0-51aa-7d10-8a55-d1f2f7a6c001
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "delay_secs": 60,
                 *       "reason": "New kernel"
                 *     }
                 */
                "application/json": components["schemas"]["RebootRequest"];
            };
        };
        responses: {
            202: components["responses"]["RebootAccepted"];
            400: components["responses"]["BadBody"];
            403: components["responses"]["ForbiddenChange"];
            409: components["responses"]["StartRefused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["StartFailed"];
            501: components["responses"]["Unsupported"];
        };
    };
    changeConnection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same request answers the same job, for 90 days; with another request 409 `IDEMPOTENCY_MISMATCH`. It is stored before the work starts.
                 * @example 0192f3c0-51aa-7d10-8a55-d1f2f7a6c001
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "connection": "dial"
                 *     }
                 */
                "application/json": components["schemas"]["ConnectionRequest"];
            };
        };
        responses: {
            202: components["responses"]["ConnectionAccepted"];
            400: components["responses"]["BadBody"];
            403: components["responses"]["ForbiddenChange"];
            409: components["responses"]["StartRefused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["StartFailed"];
            501: components["responses"]["Unsupported"];
        };
    };
    createCsr: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request for the new key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "csr_pem": "-----BEGIN CERTIFICATE REQUEST-----\nMIHyMIGYAgEAMBAxDjAMBgNVBAMMBXdlYi0xMFkwEwYHKoZIzj0CAQYI\n-----END CERTIFICATE REQUEST-----\n"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description True: the call succeeded.
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["Csr"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
        };
    };
    installCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "certificate_pem": "-----BEGIN CERTIFICATE-----\nMIIBtjCCAVugAwIBAgITBmyf1XSXNmY/Owua2eiedgPySjAKBggqhkjO\n-----END CERTIFICATE-----\n"
                 *     }
                 */
                "application/json": components["schemas"]["InstallCertificateRequest"];
            };
        };
        responses: {
            /** @description The new certificate is in use. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "serial_number": "066c9fd5749736663f3b0b9ad9e89e7603f24a",
                     *         "fingerprint_sha256": "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
                     *         "expires_at": "2027-02-19T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description True: the call succeeded.
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["CertificateInstall"];
                    };
                };
            };
            400: components["responses"]["BadCertificate"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
        };
    };
    getTrust: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roots and revocations in force. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "root_fingerprints_sha256": [
                     *           "fcde2b2edba56bf408601fb721fe9b5c338d10ee429ea04fae5511b68fbf8fb9"
                     *         ],
                     *         "crl_next_update_at": "2026-11-28T09:00:00.000Z",
                     *         "crl_pem": "-----BEGIN X509 CRL-----\nMIHZMIGAAgEBMAoGCCqGSM49BAMCMBwxGjAYBgNVBAMMEUZsZWV0bWVu\n-----END X509 CRL-----\n"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description True: the call succeeded.
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["HeldTrust"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
        };
    };
    installTrust: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ca_pems": [
                 *         "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUB2yvWNtXtg6cm5mzY5p5l0oYzNEwCgYIKoZI\n-----END CERTIFICATE-----\n"
                 *       ],
                 *       "crl_pem": "-----BEGIN X509 CRL-----\nMIHZMIGAAgEBMAoGCCqGSM49BAMCMBwxGjAYBgNVBAMMEUZsZWV0bWVu\n-----END X509 CRL-----\n"
                 *     }
                 */
                "application/json": components["schemas"]["InstallTrustRequest"];
            };
        };
        responses: {
            /** @description The roots and revocations now in force. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "root_fingerprints_sha256": [
                     *           "fcde2b2edba56bf408601fb721fe9b5c338d10ee429ea04fae5511b68fbf8fb9"
                     *         ],
                     *         "crl_next_update_at": "2026-11-28T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description True: the call succeeded.
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["TrustInstall"];
                    };
                };
            };
            400: components["responses"]["BadCertificate"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /**
                 * @description Compared without regard to case with `pending`, `running`, `completed`, `failed`, `cancelled`, `timedout`; any other value is ignored and nothing is filtered.
                 * @example running
                 */
                status?: components["schemas"]["UncheckedString"];
                /** @description Most jobs to answer. Anything but an integer from 1 to 500 answers 400 `VALIDATION_FAILED`. */
                limit?: number;
                /** @description Only the job that was started with this `Idempotency-Key`. */
                idempotency_key?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The jobs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "jobs": [
                     *           {
                     *             "job_id": "01920b4e-7f00-7c3a-9d21-5b0f6f1c2a01",
                     *             "operation": "patch",
                     *             "status": "completed",
                     *             "created_at": "2026-11-21T09:00:00.000Z",
                     *             "completed_at": "2026-11-21T09:00:41.120Z",
                     *             "packages": [
                     *               "openssl:amd64",
                     *               "libssl3:amd64"
                     *             ]
                     *           }
                     *         ],
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description True: the call succeeded.
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["JobList"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Job id. Anything but a UUID answers 400 `INVALID_JOB_ID`.
                 * @example 01920b4e-7f00-7c3a-9d21-5b0f6f1c2a01
                 */
                id: components["parameters"]["JobIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True: the call succeeded.
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["JobDetail"];
                    };
                };
            };
            400: components["responses"]["BadJobId"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["JobNotFound"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Job id. Anything but a UUID answers 400 `INVALID_JOB_ID`.
                 * @example 01920b4e-7f00-7c3a-9d21-5b0f6f1c2a01
                 */
                id: components["parameters"]["JobIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "deleted": true,
                     *         "job_id": "01920b4e-7f00-7c3a-9d21-5b0f6f1c2a01"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description True: the call succeeded.
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["JobDeleted"];
                    };
                };
            };
            400: components["responses"]["BadJobId"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["JobNotFound"];
            409: components["responses"]["DeleteRefused"];
            500: components["responses"]["DeleteFailed"];
        };
    };
    rollbackJob: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key with the same request answers the same job, for 90 days; with another request 409 `IDEMPOTENCY_MISMATCH`. It is stored before the work starts.
                 * @example 0192f3c0-51aa-7d10-8a55-d1f2f7a6c001
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Job id. Anything but a UUID answers 400 `INVALID_JOB_ID`.
                 * @example 01920b4e-7f00-7c3a-9d21-5b0f6f1c2a01
                 */
                id: components["parameters"]["JobIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rollback job is pending. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "job_id": "01920b4f-1a00-7e11-8f0a-2c9d7e5b4a07",
                     *         "status": "pending",
                     *         "operation": "rollback",
                     *         "original_job_id": "01920b4e-7f00-7c3a-9d21-5b0f6f1c2a01",
                     *         "exclusive_mode": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description True: the call succeeded.
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["RollbackAccepted"];
                    };
                };
            };
            400: components["responses"]["RollbackRefused"];
            403: components["responses"]["ForbiddenChange"];
            409: components["responses"]["StartRefused"];
            500: components["responses"]["StartFailed"];
        };
    };
    cancelJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Job id. Anything but a UUID answers 400 `INVALID_JOB_ID`.
                 * @example 01920b4e-7f00-7c3a-9d21-5b0f6f1c2a01
                 */
                id: components["parameters"]["JobIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wish is recorded. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True: the call succeeded.
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["CancelAccepted"];
                    };
                };
            };
            400: components["responses"]["BadJobId"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["JobNotFound"];
            409: components["responses"]["CancelRefused"];
            500: components["responses"]["InternalError"];
        };
    };
    getJobLogs: {
        parameters: {
            query?: {
                /** @description Only lines with a greater `seq`; 0 starts at the beginning. */
                after_seq?: number;
                /** @description Most lines to answer. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Job id. Anything but a UUID answers 400 `INVALID_JOB_ID`.
                 * @example 01920b4e-7f00-7c3a-9d21-5b0f6f1c2a01
                 */
                id: components["parameters"]["JobIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the log. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "logs": [
                     *           {
                     *             "seq": 3,
                     *             "at": "2026-11-21T09:00:31.004Z",
                     *             "stream": "stdout",
                     *             "text": "Setting up openssl (3.0.16-1~deb12u1) ..."
                     *           }
                     *         ],
                     *         "next_seq": 3
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description True: the call succeeded.
                         * @constant
                         */
                        success: true;
                        data: components["schemas"]["JobLogPage"];
                    };
                };
            };
            400: components["responses"]["BadJobQuery"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["JobNotFound"];
            500: components["responses"]["InternalError"];
        };
    };
    followJob: {
        parameters: {
            query?: {
                /** @description First `seq` wanted. */
                from_seq?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Job id. Anything but a UUID answers 400 `INVALID_JOB_ID`.
                 * @example 01920b4e-7f00-7c3a-9d21-5b0f6f1c2a01
                 */
                id: components["parameters"]["JobIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lines of JSON, each of this schema. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["FollowedLine"];
                };
            };
            400: components["responses"]["BadJobQuery"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["JobNotFound"];
            500: components["responses"]["InternalError"];
        };
    };
    streamJobs: {
        parameters: {
            query?: {
                /** @description Only this job. Anything but a UUID answers 400 `INVALID_JOB_ID`. */
                job_id?: components["schemas"]["UncheckedString"];
                /** @description First `seq` wanted; needs `job_id`. */
                from_seq?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Upgraded. The schema is that of each message that follows. */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobEvent"];
                };
            };
            400: components["responses"]["BadJobQuery"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["JobNotFound"];
            426: components["responses"]["UpgradeRequired"];
            500: components["responses"]["InternalError"];
        };
    };
}
