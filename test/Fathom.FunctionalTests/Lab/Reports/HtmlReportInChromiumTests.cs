using System.Globalization;
using Fathom.Lab.Reports;
using Fathom.Lab.Results;
using Fathom.TestKit.Browsers;
using Fathom.TestKit.Records;

namespace Fathom.FunctionalTests.Lab.Reports;

/// <summary>The report in a real browser. The browser is started once; every test opens a page of its own.</summary>
public sealed class HtmlReportInChromiumTests(ChromiumFixture chromium) : IClassFixture<ChromiumFixture>, IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-report-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [InlineData(360)]
    [InlineData(1280)]
    public async Task The_browser_has_nothing_to_complain_of_and_asks_for_nothing(int width)
    {
        var page = await Open(Records(), width, dark: false);
        page.Console.ShouldBeEmpty();
        page.Requests.ShouldHaveSingleItem().ShouldStartWith("file:");
    }

    [Theory]
    [InlineData(360)]
    [InlineData(1280)]
    public async Task The_page_never_scrolls_sideways(int width)
    {
        var page = await Open(Records(), width, dark: false);
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
        var page = await Open(Records(), width, dark: false);
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
    public async Task Every_figure_of_the_record_is_on_the_page(bool downloads)
    {
        var record = downloads ? SyntheticDownloads.Record() : SyntheticRecords.Channels();
        var page = await Open([record], 1280, dark: false);
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

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Text_stands_out_from_what_is_behind_it(bool dark)
    {
        var page = await Open(Records(), 1280, dark);
        var faint = await page.EvaluateAsync(ContrastBelow(4.5));
        faint!.AsArray().Select(f => f!.ToJsonString()).ShouldBeEmpty();
        ((string?)await page.EvaluateAsync("getComputedStyle(document.body).backgroundColor"))
            .ShouldBe(dark ? "rgb(22, 24, 27)" : "rgb(253, 253, 251)");
    }

    [Fact]
    public async Task Tables_and_pictures_can_be_read_without_seeing_them()
    {
        var page = await Open(Records(), 1280, dark: false);
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
        var page = await Open([record], 1280, dark: false);
        page.Console.ShouldBeEmpty();
        page.Requests.Count.ShouldBe(1);
        ((int)(await page.EvaluateAsync("document.querySelectorAll('script, img, iframe, object, embed').length"))!).ShouldBe(0);
        ((string?)await page.EvaluateAsync("document.title")).ShouldNotBe("owned");
        ((string?)await page.EvaluateAsync("document.querySelector('.lead').textContent")).ShouldBe(
            "\"'><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">\u241b[31m[U+202E]");
    }

    /// <summary>For those who want to look: set FATHOM_SCREENSHOTS to a folder.</summary>
    [Theory]
    [InlineData(360, false)]
    [InlineData(360, true)]
    [InlineData(1280, false)]
    [InlineData(1280, true)]
    public async Task The_page_can_be_pictured(int width, bool dark)
    {
        var page = await Open(Records(), width, dark);
        var picture = await page.ScreenshotAsync();
        picture.Length.ShouldBeGreaterThan(50_000);
        if (Environment.GetEnvironmentVariable("FATHOM_SCREENSHOTS") is { Length: > 0 } folder)
        {
            await File.WriteAllBytesAsync(Path.Combine(folder, $"report-{width}-{(dark ? "dark" : "light")}.png"), picture);
        }
    }

    private static RunRecord[] Records() => [SyntheticRecords.Channels(), SyntheticRecords.Partial(), SyntheticDownloads.Record()];

    private async Task<ChromiumPage> Open(IReadOnlyList<RunRecord> records, int width, bool dark)
    {
        var path = Path.Combine(_folder.FullName, "report.html");
        await File.WriteAllTextAsync(path, HtmlReport.Write(records));
        return await chromium.OpenAsync(path, width, dark);
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

    // WCAG 2.2, 1.4.3: relative luminance of text and of the nearest background that is not transparent.
    private static string ContrastBelow(double least) => string.Create(CultureInfo.InvariantCulture, $$"""
        (() => {
          document.querySelectorAll('details').forEach(d => d.open = true);
          const parse = c => c.match(/[\d.]+/g).map(Number);
          const lum = c => {
            const [r, g, b] = c.slice(0, 3).map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const behind = e => {
            for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0) return c; }
            return [255, 255, 255];
          };
          const faint = [];
          let seen = 0;
          for (const e of document.querySelectorAll('body *')) {
            if (![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) || !e.getClientRects().length
              || ['title', 'desc'].includes(e.tagName)) continue;
            seen++;
            const style = getComputedStyle(e);
            const [a, b] = [lum(parse(e.tagName === 'text' ? style.fill : style.color)), lum(behind(e))];
            const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
            if (ratio < {{least}}) faint.push([e.tagName, e.className.toString(), ratio, e.textContent.slice(0, 40)]);
          }
          if (seen < 500) faint.push(['only ' + seen + ' texts were looked at']);
          return faint;
        })()
        """);
}
