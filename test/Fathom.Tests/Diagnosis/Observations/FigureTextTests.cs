using Fathom.Records.Words;

namespace Fathom.Tests.Diagnosis.Observations;

public class FigureTextTests
{
    [Theory]
    [InlineData(0, "0 streams")]
    [InlineData(1, "one stream")]
    [InlineData(1.5, "1.5 streams")]
    [InlineData(2, "2 streams")]
    [InlineData(12_345, "12,345 streams")]
    public void A_count_names_one_thing_in_the_singular(double count, string text) => FigureText.Count(count, "stream").ShouldBe(text);
}
