namespace Fathom.Schema.Compiler.Parsing;

/// <summary>Parses options. The extensions that custom ones name must exist; their values are passed over.</summary>
/// <param name="tokens">The file.</param>
/// <param name="source">Receives the names of extensions.</param>
internal sealed class OptionParser(TokenReader tokens, ProtoSource source)
{
    /// <summary>An option as a statement, after the word "option".</summary>
    public ProtoOption Statement(ProtoScope scope)
    {
        var option = Option(scope);
        tokens.Expect(";");
        return option;
    }

    /// <summary>The options in brackets; null where there are no brackets.</summary>
    public IReadOnlyList<ProtoOption>? List(ProtoScope scope)
    {
        if (!tokens.Take("["))
        {
            return null;
        }

        var options = new List<ProtoOption>();
        do
        {
            options.Add(Option(scope));
        }
        while (tokens.Take(","));

        tokens.Expect("]");
        return options;
    }

    private ProtoOption Option(ProtoScope scope)
    {
        var (place, name) = (tokens.Place, new List<ProtoOptionPart>());
        do
        {
            name.Add(Part(scope));
        }
        while (tokens.Take("."));

        tokens.Expect("=");
        if (tokens.Current.Kind == ProtoTokenKind.Text)
        {
            return new(place, name, tokens.Current, false, tokens.Text());
        }

        if (tokens.Is("{"))
        {
            var brace = tokens.Current;
            PassMessage();
            return new(place, name, brace, false, null);
        }

        var isNegative = tokens.Take("-");
        var value = tokens.Current;
        return value.Kind is ProtoTokenKind.Integer or ProtoTokenKind.Number
            || (value.Kind == ProtoTokenKind.Name && (!isNegative || value.Text is "inf" or "nan"))
            ? new(place, name, tokens.Next(), isNegative, null)
            : throw tokens.Unexpected("a value");
    }

    private ProtoOptionPart Part(ProtoScope scope)
    {
        if (!tokens.Take("("))
        {
            return new(tokens.Name(), false);
        }

        var (place, name) = (tokens.Place, tokens.DottedName(mayBeAbsolute: true));
        tokens.Expect(")");
        source.References.Add(new(place, name, scope, [ProtoSymbolKind.Extension], static (_, _) => { }));
        return new(name, true);
    }

    private void PassMessage()
    {
        var depth = 0;
        do
        {
            depth += tokens.Next() switch
            {
                { Kind: ProtoTokenKind.Symbol, Text: "{" } => 1,
                { Kind: ProtoTokenKind.Symbol, Text: "}" } => -1,
                _ => 0,
            };
        }
        while (depth > 0);
    }
}
