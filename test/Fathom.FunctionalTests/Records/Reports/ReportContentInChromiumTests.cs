using System.Globalization;
using Fathom.Records;
using Fathom.TestKit.Browsers;
using Fathom.TestKit.Records;

namespace Fathom.FunctionalTests.Records.Reports;

/// <summary>What the report contains in a real browser. Every test opens a page of its own.</summary>
[Collection(nameof(ChromiumFixture))]
public sealed class ReportContentInChromiumTests(ChromiumFixture chromium) : IDisposable
{
    private readonly ReportPages _pages = new(chromium);

    public void Dispose() => _pages.Dispose();

    [Theory]
    [InlineData(360)]
    [InlineData(1280)]
    public async Task The_browser_has_nothing_to_complain_of_and_asks_for_nothing(int width)
    {
        var page = await _pages.OpenAsync(ReportPages.Records(), width, dark: false);
        page.Console.ShouldBeEmpty();
        page.Requests.ShouldHaveSingleItem().ShouldStartWith("file:");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Every_figure_of_the_record_is_on_the_page(bool downloads)
    {
        var record = downloads ? SyntheticDownloads.Record() : SyntheticRecords.Channels();
        var page = await _pages.OpenAsync([record], 1280, dark: false);
        var shown = await page.EvaluateAsync("""
            (() => {
              const shown = [...document.querySelectorAll('[data-v]')].flatMap(e => e.dataset.v.split(' '));
              const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
              while (texts.nextNode()) shown.push(...texts.currentNode.data.split(/[^0-9A-Za-z.+-]+/).map(w => w.replace(/[.]$/, '')));
              return shown;
            })()
            """);
        var present = shown!.AsArray().Select(v => (string)v!).ToHashSet();
        var absent = FiguresOf(record).Select(v => v.ToString("R", CultureInfo.InvariantCulture)).Where(v => !present.Contains(v)).ToList();
        absent.ShouldBeEmpty();
        FiguresOf(record).Count().ShouldBeGreaterThan(1000);
    }

    [Fact]
    public async Task Tables_and_pictures_can_be_read_without_seeing_them()
    {
        var page = await _pages.OpenAsync(ReportPages.Records(), 1280, dark: false);
        var faults = await page.EvaluateAsync("""
            [].concat(
              [...document.querySelectorAll('table')].filter(t => !t.caption || !t.caption.textContent).map(t => 'table without caption'),
              [...document.querySelectorAll('th')].filter(h => !['row', 'col'].includes(h.scope))
                .map(h => 'th without scope: ' + h.textContent),
              [...document.querySelectorAll('table')].filter(t => !t.closest('[tabindex="0"][role=region][aria-label]'))
                .map(t => 'table that cannot be scrolled by keyboard: ' + t.caption.textContent),
              [...document.querySelectorAll('svg:not([aria-hidden])')].filter(s => s.getAttribute('role') !== 'img'
                || s.getAttribute('aria-labelledby').split(' ').some(id => !document.getElementById(id)?.textContent))
                .map(s => 'svg without name'),
              [...document.querySelectorAll('figure')].filter(f => !f.querySelector('table')).map(f => 'picture without table'),
              [...document.querySelectorAll('[id]')].map(e => e.id).filter((id, i, all) => all.indexOf(id) !== i)
                .map(id => 'id twice: ' + id),
              [...document.querySelectorAll('a[href^="#"]')].filter(a => !document.getElementById(a.getAttribute('href').slice(1)))
                .map(a => 'link to nowhere: ' + a.href))
            """);
        faults!.AsArray().Select(f => (string?)f).ShouldBeEmpty();
        ((int)(await page.EvaluateAsync("document.querySelectorAll('table').length"))!).ShouldBeGreaterThan(10);
    }

    [Fact]
    public async Task Strings_of_a_record_stay_text_whatever_they_hold()
    {
        const string Attack = "\"'><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">\u001b[31m\u202e";
        var record = HostileRecord.With(Attack);
        var page = await _pages.OpenAsync([record], 1280, dark: false);
        page.Console.ShouldBeEmpty();
        page.Requests.Count.ShouldBe(1);
        ((int)(await page.EvaluateAsync("document.querySelectorAll('script, img, iframe, object, embed').length"))!).ShouldBe(0);
        ((string?)await page.EvaluateAsync("document.title")).ShouldNotBe("owned");
        ((string?)await page.EvaluateAsync("document.querySelector('.lead').textContent")).ShouldBe(
            "\"'><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">\u241b[31m[U+202E]");
    }

    private static IEnumerable<double> FiguresOf(RunRecord record) =>
    [
        record.Seed, record.ElapsedSeconds, record.Machine.Cores, record.Machine.MemoryBytes,
        .. record.Trials.SelectMany(t => t.Metrics.Values).SelectMany(m => new[] { m.Value, m.Low, m.High }),
        .. record.Trials.SelectMany(t => t.Replicates).SelectMany(r => r.Values.Values.Concat([r.Block, r.Position, r.Errors])),
        .. record.Trials.SelectMany(t => t.Latency).SelectMany(b => new[] { b.UpToUs, b.Count }),
        .. record.Trials.SelectMany(t => t.Series).SelectMany(s => s.Points).SelectMany(p => p),
        .. record.Trials.SelectMany(t => t.ErrorsByStatus.Values.Append(t.Errors)).Select(c => (double)c),
        .. record.Findings.SelectMany(f => new[] { f.Ratio?.Value, f.Ratio?.Low, f.Ratio?.High, f.PValue, f.Model?.Predicted,
            f.Model?.Measured }).OfType<double>(),
        .. record.Failures.Select(f => (double)f.Block),
    ];
}
