using Fathom.TestKit.Browsers;

namespace Fathom.FunctionalTests.Browsers;

/// <summary>What the report's tests rest on: the browser does tell of complaints and of requests.</summary>
[Collection(nameof(ChromiumFixture))]
public sealed class ChromiumTests(ChromiumFixture chromium) : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-chromium-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [InlineData("<script>console.error('so')</script>", 1)]
    [InlineData("<script>throw new Error('so')</script>", 1)]
    [InlineData("<img src=\"missing.png\">", 2)]
    public async Task A_page_with_a_fault_is_told_of(string body, int requests)
    {
        var path = Path.Combine(_folder.FullName, "page.html");
        await File.WriteAllTextAsync(path, $"<!DOCTYPE html><title>t</title>{body}");
        var page = await chromium.OpenAsync(path, 800, dark: false);
        page.Console.ShouldNotBeEmpty();
        page.Requests.Count.ShouldBe(requests);
    }

    [Fact]
    public async Task A_page_is_as_wide_and_as_dark_as_was_asked()
    {
        var path = Path.Combine(_folder.FullName, "page.html");
        await File.WriteAllTextAsync(path, "<!DOCTYPE html><title>t</title><meta name=viewport content=\"width=device-width\">");
        var page = await chromium.OpenAsync(path, 360, dark: true);
        ((int)(await page.EvaluateAsync("innerWidth"))!).ShouldBe(360);
        ((bool)(await page.EvaluateAsync("matchMedia('(prefers-color-scheme: dark)').matches"))!).ShouldBeTrue();
        await Should.ThrowAsync<InvalidOperationException>(() => page.EvaluateAsync("nothing.here"));
    }
}
