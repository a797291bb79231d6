using Fathom.Studies;
using Fathom.Studies.Channels;

namespace Fathom.Tests.Studies;

/// <summary>Which trials and comparisons the profiles of the study <c>channels</c> have.</summary>
public class ChannelsPlanTests
{
    [Fact]
    public void Quick_is_the_decisive_pairs_on_the_published_libraries()
    {
        var plan = StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Quick, 1);
        plan.Trials[0].Levels.ToString().ShouldBe(
            "host=grpc-aspnetcore contract=proto client=grpc-net-client schedule=concurrent channel=new call=blocking disposal=dispose "
                + "handler_inlining=off min_threads=default security=plain calls=500 order=alone runtime=10 processors=4");
        plan.Comparisons.Select(c => $"{c.Cause} {c.Factor}").ShouldBe(
        [
            "thread-pool-starvation call", "thread-pool-starvation min_threads", "thread-pool-starvation client",
            "thread-pool-starvation call", "host-exonerated host", "channel-per-call channel",
        ]);
        plan.Trials.Count.ShouldBe(8, "a trial that no comparison uses costs time and carries nothing");
    }

    [Fact]
    public void Full_has_every_original_client_call_every_original_server_by_either_contract()
    {
        var trials = StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Full, 1).Trials.Select(t => t.Levels).ToList();
        string[] libraries = ["grpc-aspnetcore", "grpc-core"];
        foreach (var host in libraries)
        {
            foreach (var client in new[] { "grpc-net-client", "grpc-core" })
            {
                foreach (var contract in new[] { "proto", "code-first" })
                {
                    trials.Count(l => l["host"] == host && l["client"] == client && l["contract"] == contract)
                        .ShouldBeGreaterThanOrEqualTo(8);
                }
            }
        }
    }

    [Fact]
    public void Every_cell_of_the_published_table_is_measured_in_full_where_its_row_says_so()
    {
        var trials = StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Full, 1).Trials.Select(t => t.Levels).ToHashSet();
        var rows = ChannelsStudy.Spec.Tables.Single().Rows.OfType<MeasuredRow>().ToList();
        rows.ShouldAllBe(row => row.Combinations.Any(c => trials.Contains(c!)));
        rows.Count(row => row.Combinations.All(c => trials.Contains(c!))).ShouldBeGreaterThanOrEqualTo(8);
    }

    [Fact]
    public void The_published_order_runs_on_each_runtime_against_each_original_server_often_enough_to_show_two_groups()
    {
        var trials = StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Full, 1).Trials.Where(t => t.Levels["order"] == "published").ToList();
        trials.Select(t => (t.Levels["runtime"], t.Levels["host"])).Distinct().Count().ShouldBe(6);
        trials.ShouldAllBe(t => t.Policy.Replicates >= 15 && !t.SideBySide && t.Setup.Workload["channel"] == null);
    }

    [Fact]
    public void Full_varies_the_processors_of_what_starves()
    {
        var trials = StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Full, 1).Trials;
        trials.Select(t => t.Levels).ShouldBeUnique();
        trials.Where(t => ChannelsDesign.Starves(t.Levels)).Select(t => t.Levels["processors"]).Distinct()
            .ShouldBe(["2", "4", "8"], ignoreOrder: true);
    }

    [Fact]
    public void Each_trial_starts_the_programs_that_its_levels_name()
    {
        foreach (var trial in StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Full, 1).Trials)
        {
            trial.Setup.Server.Subject.ShouldBe(trial.Levels["host"]);
            trial.Setup.Client.Subject.ShouldBe(trial.Levels["client"] is "httpclient" or "native" ? "client" : trial.Levels["client"]);
            trial.Setup.Client.Environment["DOTNET_PROCESSOR_COUNT"].ShouldBe(trial.Levels["processors"]);
            trial.Setup.Workload["call"]!.ToString().ShouldBe(trial.Levels["call"]);
            trial.Setup.Client.Runtime.ShouldBe(trial.Levels["runtime"] switch { "8" => "8.0", "3.1" => "3.1", _ => null });
            trial.Setup.Workload["kind"]!.ToString().ShouldBe(trial.Levels["order"] == "published" ? "published-order" : "unary");
        }
    }
}
