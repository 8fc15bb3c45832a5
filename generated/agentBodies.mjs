// Generated from openapi/ by `npm run generate`; never edited.
import required0 from 'ajv/dist/runtime/ucs2length.js';
import required1 from 'ajv/dist/runtime/equal.js';
import required2 from 'ajv-formats/dist/formats.js';

export const updatePackagesBody = validate52;
const schema19 = {"$ref":"contract#/components/schemas/UpdatePackagesRequest","$id":"updatePackagesBody"};
const schema21 = {"description":"Exactly one of update, hold and release.","oneOf":[{"$ref":"#/components/schemas/UpdateNamedRequest"},{"$ref":"#/components/schemas/HoldRequest"},{"$ref":"#/components/schemas/UnholdRequest"}]};
const schema22 = {"type":"object","description":"Packages to update.","additionalProperties":false,"required":["packages"],"properties":{"packages":{"type":"array","description":"Installed packages to update.","minItems":1,"maxItems":2000,"items":{"$ref":"#/components/schemas/PackageSpec"}},"dry_run":{"type":"boolean","description":"Only resolve the plan; false if absent."},"plan_hash":{"$ref":"#/components/schemas/ApprovedPlanHash"},"strict_sources":{"$ref":"#/components/schemas/StrictSources"}}};
const schema23 = {"type":"object","description":"A package to install or update.","additionalProperties":false,"required":["name"],"properties":{"name":{"$ref":"#/components/schemas/PackageName"},"version":{"$ref":"#/components/schemas/PackageVersion","description":"Exact version wanted; without it the newest that the host's policy allows."}}};
const schema24 = {"type":"string","description":"Exact package name, with `:arch` where several architectures are installed. The pattern cannot distinguish a name from apt's removal mark (`jq-`), so handlers also require that the name is in the catalogue exactly as given, before any process sees it: 404 `PACKAGE_NOT_FOUND` if not, and 400 `VALIDATION_FAILED` when the pattern does not match. Nothing changes in either case.","maxLength":161,"pattern":"^[A-Za-z0-9][A-Za-z0-9+._-]{0,127}(:[a-z0-9_-]{1,32})?$"};
const func1 = required0.default;
const pattern3 = new RegExp("^[A-Za-z0-9][A-Za-z0-9+._-]{0,127}(:[a-z0-9_-]{1,32})?$", "u");

function validate57(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate57.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(typeof data === "string"){
if(func1(data) > 161){
validate57.errors = [{instancePath,schemaPath:"#/maxLength",keyword:"maxLength",params:{limit: 161},message:"must NOT have more than 161 characters"}];
return false;
}
else {
if(!pattern3.test(data)){
validate57.errors = [{instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9][A-Za-z0-9+._-]{0,127}(:[a-z0-9_-]{1,32})?$"},message:"must match pattern \""+"^[A-Za-z0-9][A-Za-z0-9+._-]{0,127}(:[a-z0-9_-]{1,32})?$"+"\""}];
return false;
}
}
}
else {
validate57.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
validate57.errors = vErrors;
return errors === 0;
}
validate57.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema25 = {"type":"string","description":"Exact version as the package manager writes it, with epoch and revision.","maxLength":128,"pattern":"^[A-Za-z0-9][A-Za-z0-9.+:~^_-]{0,127}$"};
const pattern4 = new RegExp("^[A-Za-z0-9][A-Za-z0-9.+:~^_-]{0,127}$", "u");

function validate59(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate59.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(typeof data === "string"){
if(func1(data) > 128){
validate59.errors = [{instancePath,schemaPath:"#/maxLength",keyword:"maxLength",params:{limit: 128},message:"must NOT have more than 128 characters"}];
return false;
}
else {
if(!pattern4.test(data)){
validate59.errors = [{instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9][A-Za-z0-9.+:~^_-]{0,127}$"},message:"must match pattern \""+"^[A-Za-z0-9][A-Za-z0-9.+:~^_-]{0,127}$"+"\""}];
return false;
}
}
}
else {
validate59.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
validate59.errors = vErrors;
return errors === 0;
}
validate59.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate56(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate56.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.name === undefined) && (missing0 = "name")){
validate56.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "name") || (key0 === "version"))){
validate56.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.name !== undefined){
const _errs2 = errors;
if(!(validate57(data.name, {instancePath:instancePath+"/name",parentData:data,parentDataProperty:"name",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.version !== undefined){
const _errs3 = errors;
if(!(validate59(data.version, {instancePath:instancePath+"/version",parentData:data,parentDataProperty:"version",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate56.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate56.errors = vErrors;
return errors === 0;
}
validate56.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema26 = {"type":"string","maxLength":64,"pattern":"^[0-9a-f]{64}$","description":"Run exactly the plan with this hash, as `applyPatches` does: a transaction that differs ends the job `PLAN_CHANGED` with nothing changed. Served where `capabilities` has `plan_hash_packages`."};
const pattern5 = new RegExp("^[0-9a-f]{64}$", "u");

function validate62(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate62.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(typeof data === "string"){
if(func1(data) > 64){
validate62.errors = [{instancePath,schemaPath:"#/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters"}];
return false;
}
else {
if(!pattern5.test(data)){
validate62.errors = [{instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{64}$"},message:"must match pattern \""+"^[0-9a-f]{64}$"+"\""}];
return false;
}
}
}
else {
validate62.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
validate62.errors = vErrors;
return errors === 0;
}
validate62.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema27 = {"type":"boolean","description":"Whether any source that failed at its last refresh ends the job with `SOURCE_FAILED` and nothing changed; false if absent. Served where `capabilities` has `strict_sources`."};

function validate64(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate64.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "boolean"){
validate64.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
validate64.errors = vErrors;
return errors === 0;
}
validate64.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate55(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate55.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.packages === undefined) && (missing0 = "packages")){
validate55.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "packages") || (key0 === "dry_run")) || (key0 === "plan_hash")) || (key0 === "strict_sources"))){
validate55.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.packages !== undefined){
let data0 = data.packages;
const _errs2 = errors;
if(errors === _errs2){
if(Array.isArray(data0)){
if(data0.length > 2000){
validate55.errors = [{instancePath:instancePath+"/packages",schemaPath:"#/properties/packages/maxItems",keyword:"maxItems",params:{limit: 2000},message:"must NOT have more than 2000 items"}];
return false;
}
else {
if(data0.length < 1){
validate55.errors = [{instancePath:instancePath+"/packages",schemaPath:"#/properties/packages/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
const _errs4 = errors;
if(!(validate56(data0[i0], {instancePath:instancePath+"/packages/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate56.errors : vErrors.concat(validate56.errors);
errors = vErrors.length;
}
var valid1 = _errs4 === errors;
if(!valid1){
break;
}
}
}
}
}
else {
validate55.errors = [{instancePath:instancePath+"/packages",schemaPath:"#/properties/packages/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.dry_run !== undefined){
const _errs5 = errors;
if(typeof data.dry_run !== "boolean"){
validate55.errors = [{instancePath:instancePath+"/dry_run",schemaPath:"#/properties/dry_run/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.plan_hash !== undefined){
const _errs7 = errors;
if(!(validate62(data.plan_hash, {instancePath:instancePath+"/plan_hash",parentData:data,parentDataProperty:"plan_hash",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate62.errors : vErrors.concat(validate62.errors);
errors = vErrors.length;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.strict_sources !== undefined){
const _errs8 = errors;
if(!(validate64(data.strict_sources, {instancePath:instancePath+"/strict_sources",parentData:data,parentDataProperty:"strict_sources",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
else {
validate55.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate55.errors = vErrors;
return errors === 0;
}
validate55.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema28 = {"type":"object","description":"Packages to hold.","additionalProperties":false,"required":["hold"],"properties":{"hold":{"$ref":"#/components/schemas/PackageNames","description":"Installed packages to keep at their version."}}};
const schema29 = {"type":"array","description":"Exact package names, each once.","minItems":1,"maxItems":2000,"uniqueItems":true,"items":{"$ref":"#/components/schemas/PackageName"}};
const func0 = required1.default;

function validate68(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate68.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 2000){
validate68.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 2000},message:"must NOT have more than 2000 items"}];
return false;
}
else {
if(data.length < 1){
validate68.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"}];
return false;
}
else {
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(!(validate57(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
if(valid0){
let i1 = data.length;
let j0;
if(i1 > 1){
outer0:
for(;i1--;){
for(j0 = i1; j0--;){
if(func0(data[i1], data[j0])){
validate68.errors = [{instancePath,schemaPath:"#/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)"}];
return false;
break outer0;
}
}
}
}
}
}
}
}
else {
validate68.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
validate68.errors = vErrors;
return errors === 0;
}
validate68.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};


function validate67(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate67.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.hold === undefined) && (missing0 = "hold")){
validate67.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "hold")){
validate67.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.hold !== undefined){
if(!(validate68(data.hold, {instancePath:instancePath+"/hold",parentData:data,parentDataProperty:"hold",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate68.errors : vErrors.concat(validate68.errors);
errors = vErrors.length;
}
}
}
}
}
else {
validate67.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate67.errors = vErrors;
return errors === 0;
}
validate67.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema30 = {"type":"object","description":"Packages to unhold.","additionalProperties":false,"required":["unhold"],"properties":{"unhold":{"$ref":"#/components/schemas/PackageNames","description":"Packages to release."}}};

function validate72(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate72.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.unhold === undefined) && (missing0 = "unhold")){
validate72.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "unhold")){
validate72.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.unhold !== undefined){
if(!(validate68(data.unhold, {instancePath:instancePath+"/unhold",parentData:data,parentDataProperty:"unhold",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate68.errors : vErrors.concat(validate68.errors);
errors = vErrors.length;
}
}
}
}
}
else {
validate72.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate72.errors = vErrors;
return errors === 0;
}
validate72.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate54(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate54.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(!(validate55(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
errors = vErrors.length;
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
var props0 = true;
}
const _errs2 = errors;
if(!(validate67(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate67.errors : vErrors.concat(validate67.errors);
errors = vErrors.length;
}
var _valid0 = _errs2 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
if(props0 !== true){
props0 = true;
}
}
const _errs3 = errors;
if(!(validate72(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
errors = vErrors.length;
}
var _valid0 = _errs3 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 2];
}
else {
if(_valid0){
valid0 = true;
passing0 = 2;
if(props0 !== true){
props0 = true;
}
}
}
}
if(!valid0){
const err0 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},message:"must match exactly one schema in oneOf"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
validate54.errors = vErrors;
return false;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate54.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate54.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate52(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="updatePackagesBody" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate52.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate54(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate54.errors : vErrors.concat(validate54.errors);
errors = vErrors.length;
}
else {
var props0 = validate54.evaluated.props;
}
validate52.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate52.evaluated = {"dynamicProps":true,"dynamicItems":false};

export const installPackagesBody = validate76;
const schema31 = {"$ref":"contract#/components/schemas/InstallPackagesRequest","$id":"installPackagesBody"};
const schema32 = {"type":"object","description":"Packages to install.","additionalProperties":false,"required":["packages"],"properties":{"packages":{"type":"array","description":"What to install.","minItems":1,"maxItems":2000,"items":{"$ref":"#/components/schemas/PackageSpec"}},"dry_run":{"type":"boolean","description":"Only resolve the plan; false if absent."},"plan_hash":{"$ref":"#/components/schemas/ApprovedPlanHash"},"strict_sources":{"$ref":"#/components/schemas/StrictSources"}}};

function validate77(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate77.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.packages === undefined) && (missing0 = "packages")){
validate77.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "packages") || (key0 === "dry_run")) || (key0 === "plan_hash")) || (key0 === "strict_sources"))){
validate77.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.packages !== undefined){
let data0 = data.packages;
const _errs2 = errors;
if(errors === _errs2){
if(Array.isArray(data0)){
if(data0.length > 2000){
validate77.errors = [{instancePath:instancePath+"/packages",schemaPath:"#/properties/packages/maxItems",keyword:"maxItems",params:{limit: 2000},message:"must NOT have more than 2000 items"}];
return false;
}
else {
if(data0.length < 1){
validate77.errors = [{instancePath:instancePath+"/packages",schemaPath:"#/properties/packages/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
const _errs4 = errors;
if(!(validate56(data0[i0], {instancePath:instancePath+"/packages/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate56.errors : vErrors.concat(validate56.errors);
errors = vErrors.length;
}
var valid1 = _errs4 === errors;
if(!valid1){
break;
}
}
}
}
}
else {
validate77.errors = [{instancePath:instancePath+"/packages",schemaPath:"#/properties/packages/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.dry_run !== undefined){
const _errs5 = errors;
if(typeof data.dry_run !== "boolean"){
validate77.errors = [{instancePath:instancePath+"/dry_run",schemaPath:"#/properties/dry_run/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.plan_hash !== undefined){
const _errs7 = errors;
if(!(validate62(data.plan_hash, {instancePath:instancePath+"/plan_hash",parentData:data,parentDataProperty:"plan_hash",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate62.errors : vErrors.concat(validate62.errors);
errors = vErrors.length;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.strict_sources !== undefined){
const _errs8 = errors;
if(!(validate64(data.strict_sources, {instancePath:instancePath+"/strict_sources",parentData:data,parentDataProperty:"strict_sources",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
else {
validate77.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate77.errors = vErrors;
return errors === 0;
}
validate77.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate76(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="installPackagesBody" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate76.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate77(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
errors = vErrors.length;
}
validate76.errors = vErrors;
return errors === 0;
}
validate76.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const removePackagesBody = validate82;
const schema33 = {"$ref":"contract#/components/schemas/RemovePackagesRequest","$id":"removePackagesBody"};
const schema34 = {"type":"object","description":"Packages to remove.","additionalProperties":false,"required":["packages"],"properties":{"packages":{"type":"array","description":"Installed packages to remove.","minItems":1,"maxItems":2000,"items":{"$ref":"#/components/schemas/PackageRef"}},"purge":{"type":"boolean","description":"Remove configuration files too; false if absent."},"autoremove":{"type":"boolean","description":"Also remove what this job leaves unneeded; false if absent."},"dry_run":{"type":"boolean","description":"Only resolve the plan; false if absent."},"plan_hash":{"$ref":"#/components/schemas/ApprovedPlanHash"},"strict_sources":{"$ref":"#/components/schemas/StrictSources"}}};
const schema35 = {"type":"object","description":"A package to remove.","additionalProperties":false,"required":["name"],"properties":{"name":{"$ref":"#/components/schemas/PackageName"}}};

function validate84(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate84.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.name === undefined) && (missing0 = "name")){
validate84.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "name")){
validate84.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.name !== undefined){
if(!(validate57(data.name, {instancePath:instancePath+"/name",parentData:data,parentDataProperty:"name",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
errors = vErrors.length;
}
}
}
}
}
else {
validate84.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate84.errors = vErrors;
return errors === 0;
}
validate84.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate83(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate83.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.packages === undefined) && (missing0 = "packages")){
validate83.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((key0 === "packages") || (key0 === "purge")) || (key0 === "autoremove")) || (key0 === "dry_run")) || (key0 === "plan_hash")) || (key0 === "strict_sources"))){
validate83.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.packages !== undefined){
let data0 = data.packages;
const _errs2 = errors;
if(errors === _errs2){
if(Array.isArray(data0)){
if(data0.length > 2000){
validate83.errors = [{instancePath:instancePath+"/packages",schemaPath:"#/properties/packages/maxItems",keyword:"maxItems",params:{limit: 2000},message:"must NOT have more than 2000 items"}];
return false;
}
else {
if(data0.length < 1){
validate83.errors = [{instancePath:instancePath+"/packages",schemaPath:"#/properties/packages/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
const _errs4 = errors;
if(!(validate84(data0[i0], {instancePath:instancePath+"/packages/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate84.errors : vErrors.concat(validate84.errors);
errors = vErrors.length;
}
var valid1 = _errs4 === errors;
if(!valid1){
break;
}
}
}
}
}
else {
validate83.errors = [{instancePath:instancePath+"/packages",schemaPath:"#/properties/packages/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.purge !== undefined){
const _errs5 = errors;
if(typeof data.purge !== "boolean"){
validate83.errors = [{instancePath:instancePath+"/purge",schemaPath:"#/properties/purge/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.autoremove !== undefined){
const _errs7 = errors;
if(typeof data.autoremove !== "boolean"){
validate83.errors = [{instancePath:instancePath+"/autoremove",schemaPath:"#/properties/autoremove/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.dry_run !== undefined){
const _errs9 = errors;
if(typeof data.dry_run !== "boolean"){
validate83.errors = [{instancePath:instancePath+"/dry_run",schemaPath:"#/properties/dry_run/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.plan_hash !== undefined){
const _errs11 = errors;
if(!(validate62(data.plan_hash, {instancePath:instancePath+"/plan_hash",parentData:data,parentDataProperty:"plan_hash",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate62.errors : vErrors.concat(validate62.errors);
errors = vErrors.length;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.strict_sources !== undefined){
const _errs12 = errors;
if(!(validate64(data.strict_sources, {instancePath:instancePath+"/strict_sources",parentData:data,parentDataProperty:"strict_sources",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
else {
validate83.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate83.errors = vErrors;
return errors === 0;
}
validate83.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate82(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="removePackagesBody" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate82.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate83(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate83.errors : vErrors.concat(validate83.errors);
errors = vErrors.length;
}
validate82.errors = vErrors;
return errors === 0;
}
validate82.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const updateAgentBody = validate90;
const schema36 = {"$ref":"contract#/components/schemas/UpdateAgentRequest","$id":"updateAgentBody"};
const schema37 = {"type":"object","description":"The agent's package to install, as the manager serves it.","additionalProperties":false,"required":["version","file","sha256","size_bytes","signature"],"properties":{"version":{"type":"string","description":"Version of the agent in it.","maxLength":100,"pattern":"^[0-9][0-9A-Za-z.+-]*$"},"file":{"type":"string","description":"Its name at the manager, below `/api/v1/enroll/packages/`.","maxLength":130,"pattern":"^fleetmend-agent[A-Za-z0-9._~-]{1,100}\\.(deb|rpm)$"},"sha256":{"$ref":"#/components/schemas/Sha256","description":"Of the file; the plan's hash covers it."},"size_bytes":{"type":"integer","format":"int64","minimum":1,"maximum":1073741824,"description":"Its size; of a longer file no more is fetched."},"signature":{"type":["string","null"],"maxLength":1024,"pattern":"^[ -~\\n\\t]+$","description":"What minisign has written beside the file when it was released; null where nobody signed it. An agent whose own package holds a release key refuses an unsigned file."},"dry_run":{"type":"boolean","description":"Only plan; false if absent."},"plan_hash":{"$ref":"#/components/schemas/ApprovedPlanHash","description":"Run exactly the plan with this hash; a host that differs ends the job `PLAN_CHANGED`, unchanged."}}};
const pattern6 = new RegExp("^[0-9][0-9A-Za-z.+-]*$", "u");
const pattern7 = new RegExp("^fleetmend-agent[A-Za-z0-9._~-]{1,100}\\.(deb|rpm)$", "u");
const pattern9 = new RegExp("^[ -~\\n\\t]+$", "u");
const schema38 = {"type":"string","description":"SHA-256 in lower-case hexadecimal.","maxLength":64,"pattern":"^[0-9a-f]{64}$"};

function validate92(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate92.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(typeof data === "string"){
if(func1(data) > 64){
validate92.errors = [{instancePath,schemaPath:"#/maxLength",keyword:"maxLength",params:{limit: 64},message:"must NOT have more than 64 characters"}];
return false;
}
else {
if(!pattern5.test(data)){
validate92.errors = [{instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{64}$"},message:"must match pattern \""+"^[0-9a-f]{64}$"+"\""}];
return false;
}
}
}
else {
validate92.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
validate92.errors = vErrors;
return errors === 0;
}
validate92.evaluated = {"dynamicProps":false,"dynamicItems":false};

const formats0 = required2.fullFormats.int64;

function validate91(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate91.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.version === undefined) && (missing0 = "version")) || ((data.file === undefined) && (missing0 = "file"))) || ((data.sha256 === undefined) && (missing0 = "sha256"))) || ((data.size_bytes === undefined) && (missing0 = "size_bytes"))) || ((data.signature === undefined) && (missing0 = "signature"))){
validate91.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((((key0 === "version") || (key0 === "file")) || (key0 === "sha256")) || (key0 === "size_bytes")) || (key0 === "signature")) || (key0 === "dry_run")) || (key0 === "plan_hash"))){
validate91.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.version !== undefined){
let data0 = data.version;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func1(data0) > 100){
validate91.errors = [{instancePath:instancePath+"/version",schemaPath:"#/properties/version/maxLength",keyword:"maxLength",params:{limit: 100},message:"must NOT have more than 100 characters"}];
return false;
}
else {
if(!pattern6.test(data0)){
validate91.errors = [{instancePath:instancePath+"/version",schemaPath:"#/properties/version/pattern",keyword:"pattern",params:{pattern: "^[0-9][0-9A-Za-z.+-]*$"},message:"must match pattern \""+"^[0-9][0-9A-Za-z.+-]*$"+"\""}];
return false;
}
}
}
else {
validate91.errors = [{instancePath:instancePath+"/version",schemaPath:"#/properties/version/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.file !== undefined){
let data1 = data.file;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func1(data1) > 130){
validate91.errors = [{instancePath:instancePath+"/file",schemaPath:"#/properties/file/maxLength",keyword:"maxLength",params:{limit: 130},message:"must NOT have more than 130 characters"}];
return false;
}
else {
if(!pattern7.test(data1)){
validate91.errors = [{instancePath:instancePath+"/file",schemaPath:"#/properties/file/pattern",keyword:"pattern",params:{pattern: "^fleetmend-agent[A-Za-z0-9._~-]{1,100}\\.(deb|rpm)$"},message:"must match pattern \""+"^fleetmend-agent[A-Za-z0-9._~-]{1,100}\\.(deb|rpm)$"+"\""}];
return false;
}
}
}
else {
validate91.errors = [{instancePath:instancePath+"/file",schemaPath:"#/properties/file/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.sha256 !== undefined){
const _errs6 = errors;
if(!(validate92(data.sha256, {instancePath:instancePath+"/sha256",parentData:data,parentDataProperty:"sha256",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate92.errors : vErrors.concat(validate92.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.size_bytes !== undefined){
let data3 = data.size_bytes;
const _errs7 = errors;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
validate91.errors = [{instancePath:instancePath+"/size_bytes",schemaPath:"#/properties/size_bytes/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs7){
if(typeof data3 == "number"){
if(data3 > 1073741824 || isNaN(data3)){
validate91.errors = [{instancePath:instancePath+"/size_bytes",schemaPath:"#/properties/size_bytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1073741824},message:"must be <= 1073741824"}];
return false;
}
else {
if(data3 < 1 || isNaN(data3)){
validate91.errors = [{instancePath:instancePath+"/size_bytes",schemaPath:"#/properties/size_bytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
else {
if(!(formats0.validate(data3))){
validate91.errors = [{instancePath:instancePath+"/size_bytes",schemaPath:"#/properties/size_bytes/format",keyword:"format",params:{format: "int64"},message:"must match format \""+"int64"+"\""}];
return false;
}
}
}
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.signature !== undefined){
let data4 = data.signature;
const _errs9 = errors;
if((typeof data4 !== "string") && (data4 !== null)){
validate91.errors = [{instancePath:instancePath+"/signature",schemaPath:"#/properties/signature/type",keyword:"type",params:{type: schema37.properties.signature.type},message:"must be string,null"}];
return false;
}
if(errors === _errs9){
if(typeof data4 === "string"){
if(func1(data4) > 1024){
validate91.errors = [{instancePath:instancePath+"/signature",schemaPath:"#/properties/signature/maxLength",keyword:"maxLength",params:{limit: 1024},message:"must NOT have more than 1024 characters"}];
return false;
}
else {
if(!pattern9.test(data4)){
validate91.errors = [{instancePath:instancePath+"/signature",schemaPath:"#/properties/signature/pattern",keyword:"pattern",params:{pattern: "^[ -~\\n\\t]+$"},message:"must match pattern \""+"^[ -~\\n\\t]+$"+"\""}];
return false;
}
}
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.dry_run !== undefined){
const _errs11 = errors;
if(typeof data.dry_run !== "boolean"){
validate91.errors = [{instancePath:instancePath+"/dry_run",schemaPath:"#/properties/dry_run/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.plan_hash !== undefined){
const _errs13 = errors;
if(!(validate62(data.plan_hash, {instancePath:instancePath+"/plan_hash",parentData:data,parentDataProperty:"plan_hash",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate62.errors : vErrors.concat(validate62.errors);
errors = vErrors.length;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
else {
validate91.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate91.errors = vErrors;
return errors === 0;
}
validate91.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate90(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="updateAgentBody" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate90.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate91(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate91.errors : vErrors.concat(validate91.errors);
errors = vErrors.length;
}
validate90.errors = vErrors;
return errors === 0;
}
validate90.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const applyPatchesBody = validate96;
const schema39 = {"$ref":"contract#/components/schemas/ApplyPatchesRequest","$id":"applyPatchesBody"};
const schema40 = {"type":"object","description":"Which patches to apply, and how.","additionalProperties":false,"properties":{"packages":{"$ref":"#/components/schemas/PackageNames","description":"Only these; all if absent."},"security_only":{"type":"boolean","description":"Only versions from a security origin, also one below the newest; false if absent."},"exclude":{"$ref":"#/components/schemas/PackageNames","description":"All but these. A name that is unknown to this host changes nothing."},"dry_run":{"type":"boolean","description":"Only resolve the plan; false if absent."},"plan_hash":{"$ref":"#/components/schemas/Sha256","description":"Run exactly the plan with this hash; lists are not refreshed."},"max_age_secs":{"type":"integer","format":"int32","description":"Refresh lists older than this first, in seconds; 3600 if absent. Without effect beside `plan_hash`.","minimum":0,"maximum":31536000},"strict_sources":{"$ref":"#/components/schemas/StrictSources"},"repair":{"type":"boolean","description":"Instead of patches: what the package manager would do to repair unmet dependencies of installed packages, which may install, upgrade and remove. Needs `dry_run` or `plan_hash`, so that a person has seen it; not with `packages`, `security_only` or `exclude`. False if absent. Served where `capabilities` has `repair`."},"reboot":{"$ref":"#/components/schemas/RebootPolicy"}}};
const func9 = Object.prototype.hasOwnProperty;
const schema41 = {"type":"string","description":"Whether to restart the host after a job that succeeded; `never` if absent.","enum":["never","if_required","always"]};

function validate102(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate102.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(typeof data !== "string"){
validate102.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!(((data === "never") || (data === "if_required")) || (data === "always"))){
validate102.errors = [{instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema41.enum},message:"must be equal to one of the allowed values"}];
return false;
}
validate102.errors = vErrors;
return errors === 0;
}
validate102.evaluated = {"dynamicProps":false,"dynamicItems":false};

const formats2 = required2.fullFormats.int32;

function validate97(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate97.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!(func9.call(schema40.properties, key0))){
validate97.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.packages !== undefined){
const _errs2 = errors;
if(!(validate68(data.packages, {instancePath:instancePath+"/packages",parentData:data,parentDataProperty:"packages",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate68.errors : vErrors.concat(validate68.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.security_only !== undefined){
const _errs3 = errors;
if(typeof data.security_only !== "boolean"){
validate97.errors = [{instancePath:instancePath+"/security_only",schemaPath:"#/properties/security_only/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.exclude !== undefined){
const _errs5 = errors;
if(!(validate68(data.exclude, {instancePath:instancePath+"/exclude",parentData:data,parentDataProperty:"exclude",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate68.errors : vErrors.concat(validate68.errors);
errors = vErrors.length;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.dry_run !== undefined){
const _errs6 = errors;
if(typeof data.dry_run !== "boolean"){
validate97.errors = [{instancePath:instancePath+"/dry_run",schemaPath:"#/properties/dry_run/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.plan_hash !== undefined){
const _errs8 = errors;
if(!(validate92(data.plan_hash, {instancePath:instancePath+"/plan_hash",parentData:data,parentDataProperty:"plan_hash",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate92.errors : vErrors.concat(validate92.errors);
errors = vErrors.length;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.max_age_secs !== undefined){
let data5 = data.max_age_secs;
const _errs9 = errors;
if(!((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5)))){
validate97.errors = [{instancePath:instancePath+"/max_age_secs",schemaPath:"#/properties/max_age_secs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs9){
if(typeof data5 == "number"){
if(data5 > 31536000 || isNaN(data5)){
validate97.errors = [{instancePath:instancePath+"/max_age_secs",schemaPath:"#/properties/max_age_secs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 31536000},message:"must be <= 31536000"}];
return false;
}
else {
if(data5 < 0 || isNaN(data5)){
validate97.errors = [{instancePath:instancePath+"/max_age_secs",schemaPath:"#/properties/max_age_secs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
else {
if(!(formats2.validate(data5))){
validate97.errors = [{instancePath:instancePath+"/max_age_secs",schemaPath:"#/properties/max_age_secs/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\""}];
return false;
}
}
}
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.strict_sources !== undefined){
const _errs11 = errors;
if(!(validate64(data.strict_sources, {instancePath:instancePath+"/strict_sources",parentData:data,parentDataProperty:"strict_sources",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.repair !== undefined){
const _errs12 = errors;
if(typeof data.repair !== "boolean"){
validate97.errors = [{instancePath:instancePath+"/repair",schemaPath:"#/properties/repair/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reboot !== undefined){
const _errs14 = errors;
if(!(validate102(data.reboot, {instancePath:instancePath+"/reboot",parentData:data,parentDataProperty:"reboot",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate102.errors : vErrors.concat(validate102.errors);
errors = vErrors.length;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate97.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate97.errors = vErrors;
return errors === 0;
}
validate97.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate96(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="applyPatchesBody" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate96.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate97(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate97.errors : vErrors.concat(validate97.errors);
errors = vErrors.length;
}
validate96.errors = vErrors;
return errors === 0;
}
validate96.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const rebootSystemBody = validate105;
const schema42 = {"$ref":"contract#/components/schemas/RebootRequest","$id":"rebootSystemBody"};
const schema43 = {"type":"object","description":"When and why to restart.","additionalProperties":false,"properties":{"delay_secs":{"type":"integer","format":"int32","description":"Wait before the restart, in seconds; 0 if absent.","minimum":0,"maximum":86400},"reason":{"type":"string","description":"Shown to those who are logged in, and kept in the job's log.","maxLength":200,"pattern":"^[^\\u0000-\\u001f\\u007f]*$"}}};
const pattern10 = new RegExp("^[^\\u0000-\\u001f\\u007f]*$", "u");

function validate106(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate106.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "delay_secs") || (key0 === "reason"))){
validate106.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.delay_secs !== undefined){
let data0 = data.delay_secs;
const _errs2 = errors;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
validate106.errors = [{instancePath:instancePath+"/delay_secs",schemaPath:"#/properties/delay_secs/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs2){
if(typeof data0 == "number"){
if(data0 > 86400 || isNaN(data0)){
validate106.errors = [{instancePath:instancePath+"/delay_secs",schemaPath:"#/properties/delay_secs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400"}];
return false;
}
else {
if(data0 < 0 || isNaN(data0)){
validate106.errors = [{instancePath:instancePath+"/delay_secs",schemaPath:"#/properties/delay_secs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
else {
if(!(formats2.validate(data0))){
validate106.errors = [{instancePath:instancePath+"/delay_secs",schemaPath:"#/properties/delay_secs/format",keyword:"format",params:{format: "int32"},message:"must match format \""+"int32"+"\""}];
return false;
}
}
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reason !== undefined){
let data1 = data.reason;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func1(data1) > 200){
validate106.errors = [{instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/maxLength",keyword:"maxLength",params:{limit: 200},message:"must NOT have more than 200 characters"}];
return false;
}
else {
if(!pattern10.test(data1)){
validate106.errors = [{instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001f\\u007f]*$"},message:"must match pattern \""+"^[^\\u0000-\\u001f\\u007f]*$"+"\""}];
return false;
}
}
}
else {
validate106.errors = [{instancePath:instancePath+"/reason",schemaPath:"#/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate106.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate106.errors = vErrors;
return errors === 0;
}
validate106.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate105(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="rebootSystemBody" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate105.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate106(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate106.errors : vErrors.concat(validate106.errors);
errors = vErrors.length;
}
validate105.errors = vErrors;
return errors === 0;
}
validate105.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const changeConnectionBody = validate108;
const schema44 = {"$ref":"contract#/components/schemas/ConnectionRequest","$id":"changeConnectionBody"};
const schema45 = {"type":"object","description":"How the manager and this agent reach each other from now on.","additionalProperties":false,"required":["connection"],"properties":{"connection":{"type":"string","enum":["listen","dial"],"description":"`listen`: the manager connects to the agent. `dial`: the agent connects to the manager."}}};

function validate109(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate109.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.connection === undefined) && (missing0 = "connection")){
validate109.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "connection")){
validate109.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.connection !== undefined){
let data0 = data.connection;
if(typeof data0 !== "string"){
validate109.errors = [{instancePath:instancePath+"/connection",schemaPath:"#/properties/connection/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
if(!((data0 === "listen") || (data0 === "dial"))){
validate109.errors = [{instancePath:instancePath+"/connection",schemaPath:"#/properties/connection/enum",keyword:"enum",params:{allowedValues: schema45.properties.connection.enum},message:"must be equal to one of the allowed values"}];
return false;
}
}
}
}
}
else {
validate109.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate109.errors = vErrors;
return errors === 0;
}
validate109.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate108(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="changeConnectionBody" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate108.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate109(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate109.errors : vErrors.concat(validate109.errors);
errors = vErrors.length;
}
validate108.errors = vErrors;
return errors === 0;
}
validate108.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const installCertificateBody = validate111;
const schema46 = {"$ref":"contract#/components/schemas/InstallCertificateRequest","$id":"installCertificateBody"};
const schema47 = {"type":"object","description":"The new certificate.","additionalProperties":false,"required":["certificate_pem"],"properties":{"certificate_pem":{"type":"string","description":"The agent's certificate in PEM, then any intermediate ones.","maxLength":65536,"pattern":"^-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\\s-]+-----END CERTIFICATE-----\\s*$"}}};
const pattern11 = new RegExp("^-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\\s-]+-----END CERTIFICATE-----\\s*$", "u");

function validate112(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate112.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.certificate_pem === undefined) && (missing0 = "certificate_pem")){
validate112.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(key0 === "certificate_pem")){
validate112.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.certificate_pem !== undefined){
let data0 = data.certificate_pem;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(func1(data0) > 65536){
validate112.errors = [{instancePath:instancePath+"/certificate_pem",schemaPath:"#/properties/certificate_pem/maxLength",keyword:"maxLength",params:{limit: 65536},message:"must NOT have more than 65536 characters"}];
return false;
}
else {
if(!pattern11.test(data0)){
validate112.errors = [{instancePath:instancePath+"/certificate_pem",schemaPath:"#/properties/certificate_pem/pattern",keyword:"pattern",params:{pattern: "^-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\\s-]+-----END CERTIFICATE-----\\s*$"},message:"must match pattern \""+"^-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\\s-]+-----END CERTIFICATE-----\\s*$"+"\""}];
return false;
}
}
}
else {
validate112.errors = [{instancePath:instancePath+"/certificate_pem",schemaPath:"#/properties/certificate_pem/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
}
}
}
else {
validate112.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate112.errors = vErrors;
return errors === 0;
}
validate112.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate111(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="installCertificateBody" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate111.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate112(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate112.errors : vErrors.concat(validate112.errors);
errors = vErrors.length;
}
validate111.errors = vErrors;
return errors === 0;
}
validate111.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const installTrustBody = validate114;
const schema48 = {"$ref":"contract#/components/schemas/InstallTrustRequest","$id":"installTrustBody"};
const schema49 = {"type":"object","description":"The roots and revocations to trust.","additionalProperties":false,"required":["ca_pems","crl_pem"],"properties":{"ca_pems":{"type":"array","description":"Trusted roots, each in PEM; two during a rotation.","minItems":1,"maxItems":4,"items":{"type":"string","maxLength":16384,"pattern":"^-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\\s-]+-----END CERTIFICATE-----\\s*$"}},"crl_pem":{"type":"string","description":"Revocation list in PEM, one per root, one after another.","maxLength":900000,"pattern":"^-----BEGIN X509 CRL-----[A-Za-z0-9+/=X\\s-]+-----END X509 CRL-----\\s*$"}}};
const pattern13 = new RegExp("^-----BEGIN X509 CRL-----[A-Za-z0-9+/=X\\s-]+-----END X509 CRL-----\\s*$", "u");

function validate115(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate115.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.ca_pems === undefined) && (missing0 = "ca_pems")) || ((data.crl_pem === undefined) && (missing0 = "crl_pem"))){
validate115.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "ca_pems") || (key0 === "crl_pem"))){
validate115.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.ca_pems !== undefined){
let data0 = data.ca_pems;
const _errs2 = errors;
if(errors === _errs2){
if(Array.isArray(data0)){
if(data0.length > 4){
validate115.errors = [{instancePath:instancePath+"/ca_pems",schemaPath:"#/properties/ca_pems/maxItems",keyword:"maxItems",params:{limit: 4},message:"must NOT have more than 4 items"}];
return false;
}
else {
if(data0.length < 1){
validate115.errors = [{instancePath:instancePath+"/ca_pems",schemaPath:"#/properties/ca_pems/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"}];
return false;
}
else {
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(func1(data1) > 16384){
validate115.errors = [{instancePath:instancePath+"/ca_pems/" + i0,schemaPath:"#/properties/ca_pems/items/maxLength",keyword:"maxLength",params:{limit: 16384},message:"must NOT have more than 16384 characters"}];
return false;
}
else {
if(!pattern11.test(data1)){
validate115.errors = [{instancePath:instancePath+"/ca_pems/" + i0,schemaPath:"#/properties/ca_pems/items/pattern",keyword:"pattern",params:{pattern: "^-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\\s-]+-----END CERTIFICATE-----\\s*$"},message:"must match pattern \""+"^-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\\s-]+-----END CERTIFICATE-----\\s*$"+"\""}];
return false;
}
}
}
else {
validate115.errors = [{instancePath:instancePath+"/ca_pems/" + i0,schemaPath:"#/properties/ca_pems/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid1 = _errs4 === errors;
if(!valid1){
break;
}
}
}
}
}
else {
validate115.errors = [{instancePath:instancePath+"/ca_pems",schemaPath:"#/properties/ca_pems/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.crl_pem !== undefined){
let data2 = data.crl_pem;
const _errs6 = errors;
if(errors === _errs6){
if(typeof data2 === "string"){
if(func1(data2) > 900000){
validate115.errors = [{instancePath:instancePath+"/crl_pem",schemaPath:"#/properties/crl_pem/maxLength",keyword:"maxLength",params:{limit: 900000},message:"must NOT have more than 900000 characters"}];
return false;
}
else {
if(!pattern13.test(data2)){
validate115.errors = [{instancePath:instancePath+"/crl_pem",schemaPath:"#/properties/crl_pem/pattern",keyword:"pattern",params:{pattern: "^-----BEGIN X509 CRL-----[A-Za-z0-9+/=X\\s-]+-----END X509 CRL-----\\s*$"},message:"must match pattern \""+"^-----BEGIN X509 CRL-----[A-Za-z0-9+/=X\\s-]+-----END X509 CRL-----\\s*$"+"\""}];
return false;
}
}
}
else {
validate115.errors = [{instancePath:instancePath+"/crl_pem",schemaPath:"#/properties/crl_pem/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate115.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate115.errors = vErrors;
return errors === 0;
}
validate115.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate114(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="installTrustBody" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate114.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate115(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate115.errors : vErrors.concat(validate115.errors);
errors = vErrors.length;
}
validate114.errors = vErrors;
return errors === 0;
}
validate114.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

