using Fathom.Doctor;
using Fathom.Doctor.Services;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Doctor.Services;

/// <summary>Causes of the path that look alike: of each pair what is observed leaves one.</summary>
public sealed class PathPairTests
{
    public static TheoryData<string, string> Pictures => new()
    {
        { nameof(PathPictures.StreamWindow), "stream-window-bound-download" },
        { nameof(PathPictures.ConnectionWindow), "connection-window-bound" },
        { nameof(PathPictures.StopAndWait), "stop-and-wait-sender" },
        { nameof(PathPictures.Loss), "loss-bound" },
        { nameof(PathPictures.Rate), "bandwidth-capped" },
        { nameof(PathPictures.Idle), "slow-start-after-idle,slow-start" },
        { "", "" },
    };

    [Theory]
    [MemberData(nameof(Pictures))]
    public void What_is_observed_leaves_one_cause(string picture, string causes) =>
        string.Join(',', new CauseScreening(Evidence(picture), isService: true).Suspects.Select(s => s.Cause.Id)).ShouldBe(causes);

    // A relay near the client that sends 16 KiB every so often, and answers PING late: TCP acknowledges a part at once.
    [Fact]
    public void A_sender_waits_for_TCP_and_not_for_PING() =>
        new CauseScreening(
            ServiceEvidence.Far([.. PathPictures.ByName[nameof(PathPictures.StopAndWait)], ServiceQuantities.TcpRoundTrip.Is(0.02)]),
            isService: true).Suspects.ShouldNotContain(s => s.Cause.Id == "stop-and-wait-sender");

    [Fact]
    public void A_healthy_large_reply_is_said_to_be_bound_by_the_round_trip() =>
        ServiceVerdictText.Sentence(new CauseScreening(ServiceEvidence.Far(), isService: true), []).ShouldBe(
            "Healthy: nothing to fix was found, at up to 32 calls at once. A call takes 58 ms: it is bound by the round trip of 50 ms.");

    [Fact]
    public void The_reply_on_its_way_is_a_part_of_a_call() =>
        ServiceVerdictText.Parts(Evidence(nameof(PathPictures.Rate))).Select(p => p.Ms).ShouldBe([50, 0, 0.5, 0, 429.5]);

    [Theory]
    [InlineData(nameof(PathPictures.StreamWindow), "SETTINGS_INITIAL_WINDOW_SIZE=16777216")]
    [InlineData(nameof(PathPictures.ConnectionWindow), "connection-window=67108864")]
    [InlineData(nameof(PathPictures.StopAndWait), "SETTINGS_INITIAL_WINDOW_SIZE=16777216")]
    [InlineData(nameof(PathPictures.Loss), "connections=4")]
    [InlineData(nameof(PathPictures.Rate), "connections=2")]
    [InlineData(nameof(PathPictures.Idle), "pause=0")]
    public void Each_is_tried_by_the_change_that_would_prove_it(string picture, string change)
    {
        var screening = new CauseScreening(Evidence(picture), isService: true);
        ServiceChanges.Changing(screening.Seen, screening.Suspects[0].Cause.ProvenBy).ShouldNotBeNull().ToString().ShouldBe(change);
    }

    private static Evidence Evidence(string picture) =>
        ServiceEvidence.Far(PathPictures.ByName.GetValueOrDefault(picture, []));
}
