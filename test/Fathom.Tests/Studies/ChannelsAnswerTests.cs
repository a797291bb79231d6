using Fathom.Records;
using Fathom.Studies;
using Fathom.Studies.Channels;
using static Fathom.Tests.Studies.ChannelsFigures;

namespace Fathom.Tests.Studies;

/// <summary>The answer of the study <c>channels</c> is composed of the findings that a record has.</summary>
public class ChannelsAnswerTests
{
    private static readonly RunRecord Full = Run(Profile.Full, WallAsMeasured);

    // Cause, the level changed to, the client of the baseline, and the clause that rests on such pairs alone.
    public static TheoryData<string, string, string?, string> Clauses => new()
    {
        { "host-exonerated", "grpc-core", null, "Not the host: the same client takes" },
        { "thread-pool-starvation", "async", "grpc-net-client", "faster with awaiting (" },
        { "thread-pool-starvation", "200", "grpc-net-client", "200 threads (55.9 times), Grpc.Core's synchronous stub" },
        { "thread-pool-starvation", "grpc-core", null, "Grpc.Core's synchronous stub (" },
        { "thread-pool-starvation", "native", null, "Fathom's own client (" },
        { "thread-pool-starvation", "blocking", "grpc-core", "its synchronous stub (" },
        { "thread-pool-starvation", "on", "grpc-core", "handler inlining (" },
        { "thread-pool-starvation", "async", "grpc-core", "handler inlining (55.9 times), awaiting (" },
        { "thread-pool-starvation", "200", "grpc-core", " and 200 threads (" },
        { "inherited-pool", "200", null, "A second round in the same process inherits the pool" },
        { "channel-per-call", "reused", null, "a channel per call makes calls" },
        { "shutdown-per-call", "none", null, "waiting for its shutdown makes them" },
    };

    [Theory]
    [MemberData(nameof(Clauses))]
    public void A_clause_goes_with_the_pairs_it_rests_on(string cause, string to, string? client, string clause)
    {
        AnswerOf(Full.Findings).ShouldContain(clause);
        var without = Full.Findings.Where(f => !(f.Id == cause && f.Changed!.To == to
            && (client is null || Full.Trial(f.Baseline!).Factors["client"] == client))).ToList();
        without.Count.ShouldBeLessThan(Full.Findings.Count);

        AnswerOf(without).ShouldNotContain(clause);
    }

    [Fact]
    public void A_hint_carries_no_clause() =>
        AnswerOf([.. Full.Findings.Select(f => f with { Kind = FindingKind.Hint })]).ShouldBe("What was run supports no claim.");

    [Fact]
    public void Without_findings_it_says_so() => AnswerOf([]).ShouldBe("What was run supports no claim.");

    private static string AnswerOf(IReadOnlyList<Finding> findings) =>
        ChannelsStudy.Spec.Answer(MeasuredStudy.Of(ChannelsStudy.Spec, Full with { Findings = findings }));
}
