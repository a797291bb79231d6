using Fathom.Records.Doctors;
using Fathom.Records.Words;

namespace Fathom.Tests.Records.Words;

/// <summary>What was predicted and measured of a rival, in words.</summary>
public sealed class RivalTextTests
{
    [Theory]
    [InlineData("two calls at once over one call", 1.7, 2.4, 1.0134, "two calls at once over one call was 1.01, 1.7 to 2.4 was predicted")]
    [InlineData("the longest wait of PING, ms", 14.2, null, 0.31,
        "the longest wait of PING was 310 \u00b5s, at least 14.2 ms was predicted")]
    [InlineData("share of the time in which PING waits", null, 0.05, 0.4,
        "share of the time in which PING waits was 40 %, at most 5 % was predicted")]
    [InlineData("what each call adds", null, 1.3, 0.00213, "what each call adds was 0, at most 1.3 was predicted")]
    public void A_prediction_stands_beside_its_measurement(string text, double? low, double? high, double measured, string said) =>
        RivalText.Of(Prediction(text, low, high, [measured])).ShouldBe(said);

    [Fact]
    public void What_is_rejected_although_its_median_is_as_predicted_varied() =>
        RivalText.Of(Prediction("the same calls again", 0.85, 1.2, [0.31, 1, 2.14]) with { IsRejected = true })
            .ShouldBe("the same calls again varied from 0.31 to 2.14, 0.85 to 1.2 was predicted");

    [Theory]
    [InlineData("a", "not a")]
    [InlineData("a,b", "not a or b")]
    [InlineData("a,b,c", "not a, b or c")]
    public void Rivals_of_one_measurement_are_named_together(string names, string said) =>
        RivalText.Head(new RejectedRivals(names.Split(','), Prediction("it", 1, 2, [3]))).ShouldBe(said);

    private static DoctorPrediction Prediction(string text, double? low, double? high, double[] values) =>
        new("some", "some", text, "so", values, values[values.Length / 2], 0.01) { Low = low, High = high };
}
