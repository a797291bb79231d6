using Fathom.Records;

namespace Fathom.Tests.Records;

public class ModelCheckTests
{
    [Theory]
    [InlineData(125, 100, null, true)]
    [InlineData(126, 100, null, false)]
    [InlineData(75, 100, null, true)]
    [InlineData(74, 100, null, false)]
    [InlineData(111, 100, 0.1, false)]
    [InlineData(148, 100, 0.5, true)]
    [InlineData(0, 0, null, true)]
    [InlineData(1, 0, null, false)]
    public void A_model_counts_within_a_quarter_of_what_was_measured_or_within_its_own_error(
        double predicted, double measured, double? stated, bool counts) =>
        new ModelCheck("f", predicted, measured, "ms") { StatedError = stated }.Counts.ShouldBe(counts);
}
