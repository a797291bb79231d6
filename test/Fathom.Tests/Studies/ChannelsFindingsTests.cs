using Fathom.Diagnosis.Causes.HostShare;
using Fathom.Records;
using Fathom.Studies;
using Fathom.Studies.Channels;
using static Fathom.Tests.Studies.ChannelsFigures;

namespace Fathom.Tests.Studies;

/// <summary>What the causes of the study <c>channels</c> claim, and what they do not.</summary>
public class ChannelsFindingsTests
{
    [Fact]
    public void Starvation_is_found_with_its_counterfactuals_and_its_model()
    {
        var record = Run(Profile.Quick, WallAsMeasured);
        var found = record.Findings.Where(f => f.Id == "thread-pool-starvation").ToList();
        found.Select(f => f.Changed).ShouldBe(
        [
            new("call", "blocking", "async"), new("min_threads", "default", "200"), new("client", "grpc-net-client", "grpc-core"),
            new("call", "get-result", "blocking"),
        ]);
        foreach (var finding in found)
        {
            finding.Ratio!.Low.ShouldBeGreaterThan(20);
            finding.Model.ShouldNotBeNull().Predicted.ShouldBe(6111, 15);
            finding.Claim.ShouldContain("replicates ranged from");
            finding.Fix.ShouldNotBeEmpty();
        }

        record.Trial(found[3].Baseline!).Factors["client"].ShouldBe("grpc-core");
    }

    [Fact]
    public void The_host_is_exonerated_where_it_makes_no_difference_to_what_another_change_makes_faster()
    {
        var record = Run(Profile.Quick, WallAsMeasured);

        var finding = record.Findings.Single(f => f.Id == "host-exonerated");
        finding.Kind.ShouldBe(FindingKind.Finding);
        finding.Changed.ShouldBe(new("host", "grpc-aspnetcore", "grpc-core"));
        finding.Ratio!.Value.ShouldBe(1, 0.02);
        finding.Claim.ShouldContain("makes the same calls");
    }

    [Fact]
    public void A_host_is_not_exonerated_where_nothing_else_shows_an_effect() =>
        Run(Profile.Quick, (_, block) => Synthetic.Figures(100 + block)).Findings.ShouldNotContain(f => f.Id == "host-exonerated");

    [Fact]
    public void A_host_that_makes_a_difference_is_not_exonerated()
    {
        var record = Run(Profile.Quick, (trial, block) => Synthetic.Figures(
            Wall(trial, block) * (trial.Levels["host"] == "grpc-core" ? 0.6 : 1),
            ChannelsDesign.Starves(trial.Levels), Connections(trial)));
        record.Findings.ShouldNotContain(f => f.Id == "host-exonerated");
        record.Answer.ShouldNotContain("Not the host");
    }

    [Fact]
    public void Waiting_for_the_shutdown_of_each_channel_is_found_in_full()
    {
        var finding = Run(Profile.Full, WallAsMeasured).Findings.Single(f => f.Id == "shutdown-per-call");
        finding.Changed.ShouldBe(new("disposal", "wait", "none"));
        finding.Claim.ShouldContain("costs 3.24 ms a call: 2.7 s for 500 calls, and 1.08 s");
    }

    [Fact]
    public void The_hosts_share_of_a_call_is_found_with_the_other_host_beside_it()
    {
        var record = Run(Profile.Full, (trial, block) =>
        {
            var figures = Synthetic.Figures(100 + block, connections: 1);
            var cpu = new Dictionary<string, double>(
                figures.Server.Values) { ["cpu_us"] = (trial.Levels["host"] == "kestrel" ? 15_000 : 5_000) + block };
            return figures with { Server = figures.Server with { Values = cpu } };
        });

        var finding = record.Findings.ShouldHaveSingleItem();

        // Of 500 calls: 15,000 us of the host and 300,000 us of the client.
        finding.Changed.ShouldBe(new("host", "kestrel", "native"));
        finding.Claim.ShouldStartWith(
            "The host takes 30 µs of a call's 630 µs of processor time, 4.76 % (98.4 % interval 4.76 to 4.77), "
                + "with Kestrel, and 10 µs with native host");
        record.Answer.ShouldBe("Where nothing is starved, the host takes 4.76 % (98.4 % interval 4.76 to 4.77) of a call's processor time, "
            + $"{HostShareCause.Contains}.");
    }

    [Fact]
    public void A_channel_per_call_is_found_plain_and_in_full_with_TLS()
    {
        ChannelPerCall(Profile.Quick).ShouldHaveSingleItem().Claim.ShouldContain("a plain connection costs 1.6");
        ChannelPerCall(Profile.Full).Select(f => f.Claim).ShouldContain(c => c.Contains("a TLS connection costs 6.0"));

        static List<Finding> ChannelPerCall(Profile profile) =>
            [.. Run(profile, WallAsMeasured).Findings.Where(f => f.Id == "channel-per-call")];
    }

    [Fact]
    public void A_plan_without_the_blocking_levels_yields_no_starvation()
    {
        var restrictions = new Dictionary<string, IReadOnlyList<string>> { ["call"] = ["async"] };
        var plan = StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Full, 1, restrictions);
        Synthetic.Measure(plan, WallAsMeasured).Findings.ShouldNotContain(f => f.Id == "thread-pool-starvation");
    }

    [Fact]
    public void A_slow_pair_whose_pool_was_not_starved_is_not_called_starvation()
    {
        var record = Run(Profile.Quick, (trial, block) =>
            Synthetic.Figures(Wall(trial, block), starved: false, Connections(trial)));
        record.Findings.ShouldNotContain(f => f.Id == "thread-pool-starvation");
    }

    [Fact]
    public void Calls_that_opened_no_connection_each_are_not_called_channel_per_call()
    {
        var record = Run(Profile.Quick, (trial, block) =>
            Synthetic.Figures(Wall(trial, block), connections: 1));
        record.Findings.ShouldNotContain(f => f.Id == "channel-per-call");
    }

    [Fact]
    public void Unlike_error_counts_are_said()
    {
        var record = Run(Profile.Quick, (trial, block) =>
        {
            var figures = WallAsMeasured(trial, block);
            return trial.Id == "t01"
                ? figures with { Client = figures.Client with { Errors = new Dictionary<string, int> { ["UNAVAILABLE"] = 1 } } }
                : figures;
        });
        var errors = record.Trial("t01").Replicates.Count;
        record.Trial("t01").Errors.ShouldBe(errors);
        record.Findings.First(f => f.Baseline == "t01").Caveats.ShouldContain(
            c => c.StartsWith($"Unlike error counts: {errors} failed calls in t01"));
    }
}
