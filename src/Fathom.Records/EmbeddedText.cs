namespace Fathom.Records;

/// <summary>Texts that are part of this assembly: schemas, and the style sheet of pages.</summary>
internal static class EmbeddedText
{
    /// <summary>The text of a resource.</summary>
    public static string Of(string resource)
    {
        using var stream = typeof(EmbeddedText).Assembly.GetManifestResourceStream(resource)
            ?? throw new InvalidOperationException($"The resource '{resource}' is not in the assembly: the build is broken.");
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
