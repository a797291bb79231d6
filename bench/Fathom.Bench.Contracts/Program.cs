using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;
using Fathom.Bench.Contracts;

// dotnet run -c Release --project bench/Fathom.Bench.Contracts -- --filter '*' [--short] [--out FILE]
// In process: projects that BenchmarkDotNet generates would not have this repository's build settings.
// Twenty iterations instead of up to a hundred: five minutes in all.
var job = (args.Contains("--short") ? Job.ShortRun : Job.Default.WithWarmupCount(5).WithIterationCount(20))
    .WithToolchain(InProcessEmitToolchain.Instance);
var config = DefaultConfig.Instance.AddJob(job).AddDiagnoser(MemoryDiagnoser.Default)
    .AddLogicalGroupRules(BenchmarkLogicalGroupRule.ByCategory).AddColumn(CategoriesColumn.Default)
    .WithArtifactsPath(Path.Combine(Path.GetTempPath(), "fathom-bench-contracts"));
var file = Array.IndexOf(args, "--out") is >= 0 and var at && at + 1 < args.Length ? args[at + 1] : null;
var summaries = BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly)
    .Run([.. args.Where(a => a != "--short" && a != "--out" && a != file)], config);
if (file is not null)
{
    ResultFile.Write(file, string.Join(' ', args), summaries);
}
