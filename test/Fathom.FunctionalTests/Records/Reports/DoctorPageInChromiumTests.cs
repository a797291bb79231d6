using Fathom.Records.Reports.Doctors;
using Fathom.TestKit;
using Fathom.TestKit.Browsers;
using Fathom.TestKit.Records;

namespace Fathom.FunctionalTests.Records.Reports;

/// <summary>How the page of a verdict looks in a real browser, of each kind of verdict.</summary>
[Collection(nameof(ChromiumFixture))]
public sealed class DoctorPageInChromiumTests(ChromiumFixture chromium) : IDisposable
{
    private const string Open = "document.querySelectorAll('details').forEach(d => d.open = true);";

    private const string Overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

    private readonly TemporaryFolder _folder = new();

    /// <summary>Every kind on a phone and on a desktop.</summary>
    public static TheoryData<string, int> Pages
    {
        get
        {
            var pages = new TheoryData<string, int>();
            foreach (var name in SyntheticExaminations.Names)
            {
                pages.Add(name, 390);
                pages.Add(name, 1200);
            }

            return pages;
        }
    }

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Pages))]
    public async Task A_page_asks_for_nothing_and_never_scrolls_sideways(string name, int width)
    {
        var page = await OpenAsync(name, width);
        page.Console.ShouldBeEmpty();
        page.Requests.ShouldHaveSingleItem().ShouldStartWith("file:");
        ((int)(await page.EvaluateAsync(Overflow))!).ShouldBe(0);
        ((int)(await page.EvaluateAsync($"{Open} {Overflow}"))!).ShouldBe(0);
    }

    [Theory]
    [MemberData(nameof(Pages))]
    public async Task No_text_of_a_picture_is_cut_off_or_too_small_to_read(string name, int width)
    {
        var page = await OpenAsync(name, width);
        var faults = await page.EvaluateAsync($$"""
            {{Open}}
            [...document.querySelectorAll('svg[role=img]')].filter(s => s.getBoundingClientRect().width > 0).flatMap(s => {
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
    }

    [Theory]
    [InlineData("pairs")]
    [InlineData("rivals")]
    [InlineData("program")]
    public async Task Verdict_proof_and_fix_are_on_the_first_screen(string name)
    {
        var page = await OpenAsync(name, 1200);
        var below = await page.EvaluateAsync("""
            ['.lead', 'figure.proof, figure.rivals', '#fix pre'].filter(s => {
              const found = document.querySelector(s);
              return !found || found.getBoundingClientRect().bottom > innerHeight;
            })
            """);
        below!.AsArray().Select(s => (string?)s).ShouldBeEmpty();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Text_stands_out_from_what_is_behind_it(bool dark)
    {
        var page = await OpenAsync("rivals", 1200, dark);
        var faint = await page.EvaluateAsync(ContrastScript.Below(4.5, minTexts: 100));
        faint!.AsArray().Select(f => f!.ToJsonString()).ShouldBeEmpty();
    }

    private async Task<ChromiumPage> OpenAsync(string name, int width, bool dark = false)
    {
        var path = _folder.PathOf($"{name}.html");
        await File.WriteAllTextAsync(path, DoctorPage.Write(SyntheticExaminations.Of(name)));
        return await chromium.OpenAsync(path, width, dark);
    }
}
