using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;

namespace Fathom.Tests.SubjectProtocol.Subjects;

/// <summary>A client as its runner sees it: warm-up, runs, and commands that are refused.</summary>
public partial class ClientSubjectTests
{
    private static readonly WorkloadRegistry Workloads = new WorkloadRegistry().Add<Counting, CountingSpec>();

    [Fact]
    public async Task A_workload_is_warmed_up_run_and_reported()
    {
        var runner = new ClientRunner(Workloads);
        (await runner.ReadAsync()).ShouldBe(new SubjectReply.Ready());
        (await runner.AskAsync("""warm {"kind":"count","to":3}""")).ShouldBe(new SubjectReply.Warm());
        (await runner.AskAsync("""run {"kind":"count","to":3}""")).ShouldBeOfType<ProcessFigures>().Values
            .ShouldBe(new Dictionary<string, double> { ["calls"] = 3, ["warm"] = 1 });
    }

    [Fact]
    public async Task A_workload_runs_without_a_warm_up_too()
    {
        var runner = new ClientRunner(Workloads);
        await runner.ReadAsync();
        for (var i = 0; i < 2; i++)
        {
            (await runner.AskAsync("""run {"kind":"count","to":5}""")).ShouldBeOfType<ProcessFigures>().Values["warm"].ShouldBe(0);
        }
    }

    [Theory]
    [InlineData("""run {"kind":"cuont","to":1}""", "there is no workload 'cuont'; accepted: count")]
    [InlineData("run {}", "there is no workload ''; accepted: count")]
    [InlineData("run", "the workload cannot be read:")]
    [InlineData("""run {"kind":"count","ot":1}""", "the workload cannot be read:")]
    [InlineData("""run {"kind":"count","to":-1}""", "to '-1' cannot be used")]
    [InlineData("begin", "a client accepts 'warm' and 'run', not 'begin'")]
    public async Task A_command_that_cannot_be_used_is_answered_with_the_reason(string command, string reason)
    {
        var runner = new ClientRunner(Workloads);
        await runner.ReadAsync();
        (await runner.AskAsync(command)).ShouldBeOfType<SubjectReply.Failed>().Message.ShouldStartWith(reason);
        (await runner.AskAsync("""run {"kind":"count","to":1}""")).ShouldBeOfType<ProcessFigures>();
    }

    [Fact]
    public void The_manifest_has_the_workloads_with_their_fields()
    {
        var manifest = new SubjectDeclaration { Name = "x", Text = "X.", Roles = [SubjectManifest.Client],
            Workloads = Workloads }.ToManifest();
        var workload = manifest.Workloads.ShouldHaveSingleItem();
        (workload.Name, workload.Text).ShouldBe(("count", "Counts."));
        workload.Fields.ShouldBe([new WorkloadField("to", "whole number", Required: true)]);
        SubjectManifest.Parse(manifest.ToJson()).Workloads.ShouldHaveSingleItem().Fields.ShouldBe(workload.Fields);
    }

    internal sealed record CountingSpec
    {
        public required string Kind { get; init; }

        public required int To { get; init; }
    }

    private sealed class Counting(CountingSpec spec) : IWorkload<Counting, CountingSpec>
    {
        private int _warm;

        public static string Name => "count";

        public static string Text => "Counts.";

        public static JsonTypeInfo<CountingSpec> SpecType => SpecContext.Default.CountingSpec;

        public static Counting Create(CountingSpec spec) =>
            spec.To >= 0 ? new(spec) : throw new FormatException($"to '{spec.To}' cannot be used; accepted: 0 or more");

        public Task WarmUpAsync()
        {
            _warm++;
            return Task.CompletedTask;
        }

        public Task<ProcessFigures> RunAsync() => Task.FromResult(
            new ProcessFigures { Values = new Dictionary<string, double> { ["calls"] = spec.To, ["warm"] = _warm } });
    }

    [JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow)]
    [JsonSerializable(typeof(CountingSpec))]
    private sealed partial class SpecContext : JsonSerializerContext;
}
