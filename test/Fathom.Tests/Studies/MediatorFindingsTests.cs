using Fathom.Diagnosis.Causes.CipherCost;
using Fathom.Records;
using Fathom.Studies;
using Fathom.Studies.Mediator;
using static Fathom.Tests.Studies.MediatorFigures;

namespace Fathom.Tests.Studies;

/// <summary>What the rules of <c>mediator</c> make of figures that a test makes up.</summary>
public class MediatorFindingsTests
{
    [Fact]
    public void Certificates_and_the_lock_are_found_each_with_the_time_per_message_that_it_predicts()
    {
        var record = Run(Profile.Quick, AsPublished);

        var (loads, serial) = (Found(record, "certificate-per-call"), Found(record, "serialised-handler"));
        loads.Changed.ShouldBe(new ChangedFactor("certificate", "per-call", "once"));
        serial.Changed.ShouldBe(new ChangedFactor("lock", "global", "none"));
        foreach (var model in new[] { loads.Model, serial.Model })
        {
            model!.Predicted.ShouldBe(InLock, 1000);
            model.Measured.ShouldBe(InLock, 1000);
        }

        serial.Claim.ShouldStartWith("One lock lets one sender pass at a time: 4");
        record.Answer.ShouldContain("one sender after another in one lock");
        record.Tables.SelectMany(t => t.Rows).ShouldContain(r => r.Cells.Any(c => c.Trial == loads.Baseline));
    }

    [Fact]
    public void What_else_it_costs_is_found()
    {
        var record = Run(Profile.Full, AsPublished);

        record.Findings.Select(f => f.Id).Distinct().ShouldBe(MediatorStudy.Spec.Causes.Select(c => c.Id), ignoreOrder: true);
        Found(record, "channel-per-call").Claim.ShouldContain("a mutual TLS connection costs");
        // 62.4 and 20.8 ms of both processes.
        Found(record, "cipher-cost").Claim.ShouldStartWith("The cipher takes 66.7 % of the processor time of a message of 10 MiB");
        Found(record, "warm-up").Claim.ShouldContain("uncompressed payloads of 10 MiB came at");
        Found(record, "warm-up").Claim.ShouldContain("every two of them differ by less than 20 %, the kind makes no difference");
    }

    [Fact]
    public void Uncompressed_payloads_that_differ_by_kind_are_not_called_alike()
    {
        var record = Run(Profile.Full, trial => trial.Levels["payload"] == "rand" ? AsPublished(trial)
            with { Microseconds = 2 * AsPublished(trial).Microseconds } : AsPublished(trial));

        Found(record, "warm-up").Claim.ShouldContain("uncompressed payloads of 10 MiB came at");
        Found(record, "warm-up").Claim.ShouldNotContain("no difference");
    }

    [Fact]
    public void Quick_finds_all_but_what_large_messages_cost() =>
        Run(Profile.Quick, AsPublished).Findings.Select(f => f.Id)
            .ShouldBe(MediatorStudy.Spec.Causes.Select(c => c.Id).Where(id => id != CipherCostCause.Name), ignoreOrder: true);

    [Fact]
    public void Throughput_is_payload_by_time_as_published()
    {
        var record = Run(Profile.Full, AsPublished);

        // 10 MiB every 60 ms; the median of seven replicates is 4 % slower than that.
        record.Trials.First(t => t.Factors["size"] == "10M" && t.Factors["compression"] == "raw" && t.Factors["payload"] == "text"
            && t.Factors["tls"] == "mutual").Metrics["payload_mb_per_second"].Value.ShouldBe(10.48576 / (0.06 * 1.04), 0.1);
        record.Trials.ShouldAllBe(t => t.Metrics.ContainsKey("payload_mb_per_second") == (t.Factors["size"] != "0"));
    }

    [Fact]
    public void A_lock_whose_single_task_is_far_slower_than_all_together_serialises_nothing()
    {
        var record = Run(Profile.Quick, trial => trial.Levels["callers"] == "1" ? AsPublished(trial)
            with { Microseconds = 4 * InLock } : AsPublished(trial));

        record.Findings.ShouldNotContain(f => f.Id == "serialised-handler");
        record.Findings.ShouldContain(f => f.Id == "certificate-per-call");
        record.Answer.ShouldStartWith("Every sender loads its certificates from files anew: ");
    }

    [Theory]
    [InlineData(1.4, 1, true)]
    [InlineData(1.6, 1, false)]
    [InlineData(1, 1.4, true)]
    [InlineData(1, 1.6, false)]
    public void A_lock_is_named_while_one_task_and_the_time_in_the_lock_are_within_half_as_much_again(
        double alone, double beside, bool named)
    {
        var record = Run(Profile.Quick, trial =>
        {
            var made = AsPublished(trial);
            made = trial.Levels["callers"] == "1" ? made with { Microseconds = alone * made.Microseconds } : made;
            return made with { Prelude = made.Prelude / beside };
        });

        record.Findings.Any(f => f.Id == "serialised-handler").ShouldBe(named);
    }

    [Fact]
    public void Certificates_that_cost_nothing_are_not_the_cause()
    {
        var record = Run(Profile.Quick, trial => AsPublished(trial) with { Prelude = 1 });

        record.Findings.ShouldNotContain(f => f.Id == "certificate-per-call");
        record.Answer.ShouldBe("What was run shows no sender that is held back by its certificates or by a lock.");
    }

    [Fact]
    public void Without_a_difference_nothing_is_claimed()
    {
        var record = Run(Profile.Full, trial => AsPublished(trial) with { Microseconds = 1000 });

        record.Findings.ShouldBeEmpty();
    }
}
