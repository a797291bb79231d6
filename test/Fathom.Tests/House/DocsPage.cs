using Fathom.TestKit;

namespace Fathom.Tests.House;

/// <summary>The text of a page, without its line breaks.</summary>
internal static class DocsPage
{
    public static void Says(string page, params string[] sentences)
    {
        var text = Page(page);
        foreach (var sentence in sentences)
        {
            text.ShouldContain(sentence);
        }
    }

    public static string Page(string path) =>
        string.Join(' ', File.ReadAllText(Repository.PathOf(path)).Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
}
