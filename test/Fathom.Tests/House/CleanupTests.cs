using System.Text.RegularExpressions;
using Fathom.TestKit;

namespace Fathom.Tests.House;

/// <summary>What a test class leaves is removed.</summary>
public partial class CleanupTests
{
    // xUnit 2 disposes of a test class that is IDisposable or IAsyncLifetime, and passes over IAsyncDisposable without a word.
    [Fact]
    public void No_test_class_is_cleaned_up_in_a_way_that_the_runner_does_not_know()
    {
        foreach (var file in Repository.Files("*Tests.cs"))
        {
            NeverDisposed().IsMatch(File.ReadAllText(file))
                .ShouldBeFalse($"{Path.GetFileName(file)}: IAsyncLifetime is what the runner calls");
        }
    }

    [GeneratedRegex(@"^public [^\n]*\bclass \w+Tests\b[^{]*\bIAsyncDisposable\b", RegexOptions.Multiline)]
    private static partial Regex NeverDisposed();
}
