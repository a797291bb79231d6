using Fathom.Diagnosis.Causes.OneConnectionCpuLimit;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class OneConnectionCpuLimitTests
{
    private static readonly OneConnectionCpuLimitCause Cause = new();

    // As measured.
    private static readonly Setting[] Measured =
    [
        ServiceQuantities.CallTime.Is(4.37), ServiceQuantities.NoOpTime.Is(3.71), ServiceQuantities.BurstTime.Is(158),
        ServiceQuantities.SpreadBurstTime.Is(39.6), ServiceQuantities.NoOpBurstTime.Is(164), ServiceQuantities.LoadedNoOp.Is(4.15),
    ];

    [Fact]
    public void Calls_that_wait_on_one_connection_and_not_on_four_wait_for_the_connection()
    {
        var screening = Cause.ScreenService(Seen()).ShouldNotBeNull();
        screening.Share.ShouldBe(0.749, 0.001);
        var diagnosis = ServiceEvidence.Judge(Cause, Seen(), ServiceQuantities.Connections.Is(4), ServiceQuantities.BurstTime, 158, 39.6)
            .ShouldNotBeNull();
        diagnosis.Claim.ShouldBe("One connection takes 5.01 ms for each call, whatever the method: 32 calls at once take 158 ms, and "
            + "39.6 ms over after connections and nothing else changed.");
        diagnosis.Model.ShouldNotBeNull().Predicted.ShouldBe(164.7, 0.1);
    }

    [Fact]
    public void What_else_makes_calls_at_once_slow_rules_it_out()
    {
        // A limit of streams; a method that queues; large messages; large metadata; a queue of the server; processors.
        RuledOut(ServiceQuantities.StreamLimit.Is(8)).ShouldContain("allows 8 calls at a time");
        RuledOut(ServiceQuantities.NoOpBurstTime.Is(6)).ShouldContain("as many no-op calls 6 ms");
        RuledOut(ServiceQuantities.ReplyBytes.Is(100_000)).ShouldContain("wait for windows and the path");
        RuledOut(PathQuantities.BareNoOpTime.Is(0.71)).ShouldContain("3 ms of each are its metadata's");
        RuledOut(ServiceQuantities.SpreadBurstTime.Is(150)).ShouldEndWith("150 ms over four");
        RuledOut(ServiceQuantities.LoadedNoOp.Is(80)).ShouldContain("everything waits, not one connection");
        Cause.ScreenService(ServiceEvidence.With())!.IsSuspected.ShouldBeFalse();

        static string RuledOut(Setting setting)
        {
            var screening = Cause.ScreenService(Seen(setting)).ShouldNotBeNull();
            screening.IsSuspected.ShouldBeFalse();
            ServiceEvidence.Judge(Cause, Seen(setting), ServiceQuantities.Connections.Is(4), ServiceQuantities.BurstTime, 158, 39.6)
                .ShouldBeNull();
            return screening.Evidence;
        }
    }

    private static Evidence Seen(params Setting[] settings) => ServiceEvidence.With([.. Measured, .. settings]);
}
