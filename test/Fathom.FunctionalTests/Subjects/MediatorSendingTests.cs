using Fathom.SubjectProtocol;
using Fathom.TestKit.Plants;

namespace Fathom.FunctionalTests.Subjects;

/// <summary>How the study <c>mediator</c> sends: as published, where that is known.</summary>
public class MediatorSendingTests
{
    private const int Callers = 8;

    [Fact]
    public async Task Eight_messages_are_sent_and_all_are_awaited_before_the_next_eight()
    {
        var pings = MediatorPair.Pings(certificateUse: "once", locks: "none", seconds: 0.2);
        await using var pair = await MediatorPair.StartAsync(tls: false, pings);
        var sender = await pair.RunAsync(pings, within: TimeSpan.FromSeconds(60));

        var calls = sender.Find(ReportedValues.Calls)!.Value;
        calls.ShouldBeGreaterThan(Callers);
        (calls % Callers).ShouldBe(0, "a round is complete when the time is over");
    }
}
