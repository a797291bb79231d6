using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using System.Threading.Channels;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;

namespace Fathom.Tests.SubjectProtocol.Subjects;

public partial class ClientSubjectTests
{
    private static readonly WorkloadRegistry Workloads = new WorkloadRegistry().Add<Counting, CountingSpec>();

    [Fact]
    public async Task A_workload_is_warmed_up_run_and_reported()
    {
        var runner = new Runner(Workloads);
        (await runner.ReadAsync()).ShouldBe(new SubjectReply.Ready());
        (await runner.AskAsync("""warm {"kind":"count","to":3}""")).ShouldBe(new SubjectReply.Warm());
        (await runner.AskAsync("""run {"kind":"count","to":3}""")).ShouldBeOfType<ProcessFigures>().Values
            .ShouldBe(new Dictionary<string, double> { ["calls"] = 3, ["warm"] = 1 });
    }

    [Fact]
    public async Task A_workload_runs_without_a_warm_up_too()
    {
        var runner = new Runner(Workloads);
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
        var runner = new Runner(Workloads);
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

    /// <summary>The runner's end of a client in this process. Its input never ends: that would end this process.</summary>
    private sealed class Runner
    {
        private readonly Channel<string> _commands = Channel.CreateUnbounded<string>();
        private readonly Channel<string> _replies = Channel.CreateUnbounded<string>();

        public Runner(WorkloadRegistry workloads)
        {
            var session = new SubjectSession(new Input(_commands.Reader), new Output(_replies.Writer));
            // Handles commands on the calling thread, for ever.
            new Thread(() => ClientSubject.FollowAsync(session, workloads).GetAwaiter().GetResult()) { IsBackground = true }.Start();
        }

        public async Task<SubjectReply> ReadAsync() =>
            SubjectReply.Parse(await _replies.Reader.ReadAsync().AsTask().WaitAsync(TimeSpan.FromSeconds(60)));

        public Task<SubjectReply> AskAsync(string command)
        {
            _commands.Writer.TryWrite(command);
            return ReadAsync();
        }

        private sealed class Input(ChannelReader<string> lines) : TextReader
        {
            public override string? ReadLine() => lines.ReadAsync().AsTask().GetAwaiter().GetResult();
        }

        private sealed class Output(ChannelWriter<string> lines) : StringWriter
        {
            public override void WriteLine(string? value) => lines.TryWrite(value!);
        }
    }
}
