using Fathom.Records;
using Fathom.TestKit;
using Fathom.TestKit.Browsers;

namespace Fathom.FunctionalTests.Records.Reports;

/// <summary>How the report looks in a real browser. Every test opens a page of its own.</summary>
[Collection(nameof(ChromiumFixture))]
public sealed class ReportLayoutInChromiumTests(ChromiumFixture chromium) : IDisposable
{
    private readonly ReportPages _pages = new(chromium);

    public void Dispose() => _pages.Dispose();

    [Theory]
    [InlineData(360)]
    [InlineData(1280)]
    public async Task The_page_never_scrolls_sideways(int width)
    {
        var page = await _pages.OpenAsync(ReportPages.Records(), width, dark: false);
        // Opened details are part of the page, too.
        var overflow = await page.EvaluateAsync(
            "document.querySelectorAll('details').forEach(d => d.open = true); document.documentElement.scrollWidth - "
                + "document.documentElement.clientWidth");
        ((int)overflow!).ShouldBe(0);
    }

    [Theory]
    [InlineData(360)]
    [InlineData(1280)]
    public async Task No_text_of_a_picture_is_cut_off_or_too_small_to_read(int width)
    {
        var page = await _pages.OpenAsync(ReportPages.Records(), width, dark: false);
        // Pictures are folded.
        await page.EvaluateAsync("document.querySelectorAll('details').forEach(d => d.open = true)");
        var faults = await page.EvaluateAsync("""
            [...document.querySelectorAll('figure svg[role=img]')].filter(s => s.getBoundingClientRect().width > 0).flatMap(s => {
              const box = s.getBoundingClientRect();
              const scale = box.width / s.viewBox.baseVal.width;
              return [...s.querySelectorAll('text')].filter(t => {
                const r = t.getBoundingClientRect();
                return r.left < box.left - 1 || r.right > box.right + 1 || r.top < box.top - 1 || r.bottom > box.bottom + 1
                  || parseFloat(getComputedStyle(t).fontSize) * scale < 9.5;
              }).map(t => t.textContent);
            })
            """);
        faults!.AsArray().Select(f => (string?)f).ShouldBeEmpty();
        ((int)(await page.EvaluateAsync(
            "[...document.querySelectorAll('figure svg[role=img]')].filter(s => s.getBoundingClientRect().width > 0).length"))!)
            .ShouldBeGreaterThan(2);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Text_stands_out_from_what_is_behind_it(bool dark)
    {
        var page = await _pages.OpenAsync(ReportPages.Records(), 1280, dark);
        var faint = await page.EvaluateAsync(ContrastScript.Below(4.5));
        faint!.AsArray().Select(f => f!.ToJsonString()).ShouldBeEmpty();
        ((string?)await page.EvaluateAsync("getComputedStyle(document.body).backgroundColor"))
            .ShouldBe(dark ? "rgb(22, 24, 27)" : "rgb(253, 253, 251)");
    }

    [Fact]
    public async Task No_figure_of_a_narrow_table_reaches_beyond_its_row()
    {
        var page = await _pages.OpenAsync(
            [RunRecordStore.ReadFile(Repository.PathOf("bench/results/mediator-full.json")), .. ReportPages.Records()], 390, dark: false);
        var cut = await page.EvaluateAsync("""
            document.querySelectorAll('details').forEach(d => d.open = true);
            [...document.querySelectorAll('.reflow td')].filter(t => [...t.children].some(c =>
              c.getBoundingClientRect().right > t.getBoundingClientRect().right + 1)).map(t => t.textContent)
            """);
        cut!.AsArray().Select(c => (string?)c).ShouldBeEmpty();
        ((int)(await page.EvaluateAsync("document.querySelectorAll('.reflow td').length"))!).ShouldBeGreaterThan(100);
    }

    /// <summary>For those who want to look: set FATHOM_SCREENSHOTS to a folder.</summary>
    [Theory]
    [InlineData(360, false)]
    [InlineData(360, true)]
    [InlineData(1280, false)]
    [InlineData(1280, true)]
    public async Task The_page_can_be_pictured(int width, bool dark)
    {
        var page = await _pages.OpenAsync(ReportPages.Records(), width, dark);
        var picture = await page.ScreenshotAsync();
        picture.Length.ShouldBeGreaterThan(50_000);
        if (Environment.GetEnvironmentVariable("FATHOM_SCREENSHOTS") is { Length: > 0 } folder)
        {
            await File.WriteAllBytesAsync(Path.Combine(folder, $"report-{width}-{(dark ? "dark" : "light")}.png"), picture);
        }
    }
}
