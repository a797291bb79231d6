using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;

// dotnet run -c Release --project bench/Fathom.Bench.Contracts -- --filter '*' [--short]
// In this process: the house's build settings are not those of the projects that BenchmarkDotNet would generate.
var job = (args.Contains("--short") ? Job.ShortRun : Job.Default).WithToolchain(InProcessEmitToolchain.Instance);
var config = DefaultConfig.Instance.AddJob(job).AddDiagnoser(MemoryDiagnoser.Default)
    .AddLogicalGroupRules(BenchmarkLogicalGroupRule.ByCategory).AddColumn(CategoriesColumn.Default)
    .WithArtifactsPath(Path.Combine(Path.GetTempPath(), "fathom-bench-contracts"));
BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run([.. args.Where(a => a != "--short")], config);
