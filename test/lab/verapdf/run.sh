#!/bin/bash
# run.sh FILE... — holds PDFs against PDF/UA-1 (ISO 14289-1) with veraPDF; prints a line of JSON for each file. The first
# run fetches its jars with Maven, about 10 s.
# run.sh --fetch — only fetches the jars, into VERAPDF_LIB. Needs: default-jdk-headless maven.
set -euo pipefail
here=$(dirname "$(realpath "$0")"); lib=${VERAPDF_LIB:-${TMPDIR:-/tmp}/verapdf-lib}
if [ ! -d "$lib" ]; then
  rm -rf "$lib.new"
  mvn -q -B -f "$here/pom.xml" dependency:copy-dependencies -DoutputDirectory="$lib.new" >&2 && mv "$lib.new" "$lib"
fi
[ "$1" != --fetch ] || exit 0
exec java -Xmx256m -XX:TieredStopAtLevel=1 -cp "$lib/*" "$here/CheckPdfUa.java" "$@"
