// Written by `npm run sdk` from openapi.json. Do not edit: change the routes, then run `npm run openapi`.
/* biome-ignore-all lint: generated */

export interface paths {
    "/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who did what in any company, newest first
         * @description What belongs to no company is under the company `platform`.
         *
         *     For operators of the platform.
         */
        get: operations["listAuditEntriesOfAll"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/catalog/synonyms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The synonyms of the search, the oldest group first
         * @description For operators of the platform.
         */
        get: operations["listSynonyms"];
        put?: never;
        /**
         * Add a group of synonyms
         * @description Without `alsoFind` each word stands for all others. With it one-way: whoever looks for one of `words` finds those too. Searches go by it within seconds.
         *
         *     For operators of the platform.
         */
        post: operations["addSynonyms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/catalog/synonyms/{synonymsId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a group of synonyms away
         * @description For operators of the platform.
         */
        delete: operations["deleteSynonyms"];
        options?: never;
        head?: never;
        /**
         * Change a group of synonyms
         * @description What is not named stays. An empty `alsoFind` makes it two-way.
         *
         *     For operators of the platform.
         */
        patch: operations["changeSynonyms"];
        trace?: never;
    };
    "/admin/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All companies, newest first
         * @description For operators of the platform.
         */
        get: operations["listCompanies"];
        put?: never;
        /**
         * Create a company, or a supplier
         * @description With `adminEmail` its first administrator is invited.
         *
         *     For operators of the platform.
         */
        post: operations["createCompany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/companies/{companyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One company
         * @description For operators of the platform.
         */
        get: operations["getCompany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a company, close it or open it again
         * @description No credential of a company that is DISABLED works: people, keys and apps are refused.
         *
         *     For operators of the platform.
         *
         *     People must have shown who they are within the last five minutes.
         */
        patch: operations["changeCompany"];
        trace?: never;
    };
    "/admin/companies/{companyId}/credit-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a company may owe, and owes
         * @description For operators of the platform.
         */
        get: operations["listCreditAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/companies/{companyId}/credit-accounts/{currency}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Open a credit account, or change its terms
         * @description A limit below what is owed already sells nothing more on credit until enough is repaid. Invoices that were promised keep their days.
         *
         *     For operators of the platform.
         *
         *     People must have shown who they are within the last five minutes.
         */
        put: operations["setCreditTerms"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/companies/{companyId}/credit-accounts/{currency}/repayments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A company has paid what it owed, or a part of it
         * @description Frees as much of its limit. More than it owed is kept in its favour: `used` is below zero then.
         *
         *     For operators of the platform.
         *
         *     People must have shown who they are within the last five minutes.
         */
        post: operations["noteRepayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/contracts/cart-concurrency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Clients that use carts and have not passed the present contract
         * @description For operators of the platform.
         */
        get: operations["listUnvalidatedCartClients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite another operator
         * @description To an address that buys on the platform in no company.
         *
         *     For operators of the platform.
         *
         *     People must have shown who they are within the last five minutes.
         */
        post: operations["inviteOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/orders/checkout/baseline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How checkouts usually go
         * @description Counts and ages of what is under way, the thresholds, and what became of the attempts of the last day and week.
         *
         *     For operators of the platform.
         */
        get: operations["getCheckoutBaseline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/orders/checkout/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Checkouts under way, the oldest first
         * @description Those RESERVED and those waiting for their payment, with what hangs, what the sweeper last met and what it will do next.
         *
         *     For operators of the platform.
         */
        get: operations["reportCheckouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/people/{userId}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a person
         * @description Name, address, sessions and factors are gone at once and for good. Orders stay, with what is in them, for as long as the law wants.
         *
         *     For operators of the platform.
         *
         *     People must have shown who they are within the last five minutes.
         */
        post: operations["erasePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is signed in to the operator pages
         * @description Open to everybody.
         */
        get: operations["getAdminSession"];
        put?: never;
        /**
         * Sign in to the operator pages
         * @description Operators only. The session is a cookie that no script can read.
         *
         *     Open to everybody.
         */
        post: operations["openAdminSession"];
        /**
         * Sign out of the operator pages, and of the API
         * @description Open to everybody.
         */
        delete: operations["closeAdminSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/session/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish a sign-in to the operator pages with the second factor
         * @description Open to everybody.
         */
        post: operations["completeAdminSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/shipping-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shipping methods: the platform’s
         * @description For operators of the platform.
         */
        get: operations["listPlatformShippingMethods"];
        put?: never;
        /**
         * Add a shipping method to the platform’s
         * @description For operators of the platform.
         */
        post: operations["addPlatformShippingMethod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/shipping-methods/{shippingMethodId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace one of the platform’s shipping methods
         * @description Checkouts that were started keep what they have seen.
         *
         *     For operators of the platform.
         */
        put: operations["changePlatformShippingMethod"];
        post?: never;
        /**
         * Delete one of the platform’s shipping methods
         * @description For operators of the platform.
         */
        delete: operations["deletePlatformShippingMethod"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/tax/classes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Say how products, or all of a category, are taxed
         * @description For operators of the platform.
         */
        patch: operations["setTaxClass"];
        trace?: never;
    };
    "/admin/tax/rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rates that hold on a day, and what operators have corrected
         * @description For operators of the platform.
         */
        get: operations["listTaxRates"];
        put?: never;
        /**
         * Correct a rate from a day on, or add that of a country that the data lacks
         * @description Wins over the data that ships, and over an earlier correction. Orders keep the rate of their day.
         *
         *     For operators of the platform.
         */
        post: operations["setTaxRate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/tax/rates/{rateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a correction back
         * @description For operators of the platform.
         */
        delete: operations["deleteTaxRate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The company’s address book, newest first
         * @description Needs the scope `orders:read`, or a person whose role allows it.
         */
        get: operations["listAddresses"];
        put?: never;
        /**
         * Keep an address
         * @description Needs the scope `orders:write`, or a person whose role allows it.
         */
        post: operations["addAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/addresses/{addressId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One address of the book
         * @description Needs the scope `orders:read`, or a person whose role allows it.
         */
        get: operations["getAddress"];
        put?: never;
        post?: never;
        /**
         * Take an address out of the book
         * @description Needs the scope `orders:write`, or a person whose role allows it.
         */
        delete: operations["deleteAddress"];
        options?: never;
        head?: never;
        /**
         * Change an address of the book
         * @description What was ordered goes where it was ordered to.
         *
         *     Needs the scope `orders:write`, or a person whose role allows it.
         */
        patch: operations["changeAddress"];
        trace?: never;
    };
    "/api/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The API keys of the company, newest first
         * @description For administrators of a company who are signed in.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The key is in this answer only. It can do no more than its creator.
         *
         *     For administrators of a company who are signed in.
         *
         *     People must have shown who they are within the last five minutes.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One API key
         * @description For administrators of a company who are signed in.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key at once
         * @description For administrators of a company who are signed in.
         *
         *     People must have shown who they are within the last five minutes.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        /**
         * Change the name, the networks or the limit of an API key
         * @description What a key may do is never changed: create another one.
         *
         *     For administrators of a company who are signed in.
         *
         *     People must have shown who they are within the last five minutes.
         */
        patch: operations["changeApiKey"];
        trace?: never;
    };
    "/api/v1/api-keys/{keyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace an API key by a new one
         * @description The new key is the same client: its cart and its contracts stay. The old one works on for the overlap.
         *
         *     For administrators of a company who are signed in.
         *
         *     People must have shown who they are within the last five minutes.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assortments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All assortments, newest first
         * @description For operators of the platform.
         */
        get: operations["listAssortments"];
        put?: never;
        /**
         * Restrict what some companies see of the catalogue
         * @description What is left out does not exist for them: not in searches, their counts and suggestions, nor by its id, in quotes and carts.
         *
         *     For operators of the platform.
         */
        post: operations["createAssortment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assortments/{assortmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One assortment
         * @description For operators of the platform.
         */
        get: operations["getAssortment"];
        put?: never;
        post?: never;
        /**
         * Remove an assortment: its companies see again what it left out
         * @description For operators of the platform.
         */
        delete: operations["deleteAssortment"];
        options?: never;
        head?: never;
        /**
         * Change an assortment, or whom it is assigned to
         * @description `included` and `excluded` stand in place of the whole of what was there.
         *
         *     For operators of the platform.
         */
        patch: operations["changeAssortment"];
        trace?: never;
    };
    "/api/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who did what in the company, newest first
         * @description For administrators of a company who are signed in.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The audit log as a file
         * @description Newest first, streamed. That it was exported is an entry too.
         *
         *     For administrators of a company who are signed in.
         *
         *     People must have shown who they are within the last five minutes.
         */
        get: operations["exportAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The cart, with today’s prices and stock
         * @description Made on first use. `problems` lists what would keep it from being ordered, and what has changed since a product was added.
         *
         *     Needs the scope `orders:read`, or a person whose role allows it.
         */
        get: operations["getCart"];
        put?: never;
        post?: never;
        /**
         * Remove every line
         * @description The expected version goes into the query or the body.
         *
         *     Needs the scope `orders:write`, or a person whose role allows it.
         */
        delete: operations["clearCart"];
        options?: never;
        head?: never;
        /**
         * Show the cart in another currency, or for another country
         * @description Needs the scope `orders:write`, or a person whose role allows it.
         */
        patch: operations["changeCart"];
        trace?: never;
    };
    "/api/v1/cart/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a product
         * @description Needs no version, because it overwrites nothing: a product that is in the cart already is refused with its line.
         *
         *     Needs the scope `orders:write`, or a person whose role allows it.
         */
        post: operations["addCartItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cart/items/{itemId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a line
         * @description The expected version goes into the query or the body.
         *
         *     Needs the scope `orders:write`, or a person whose role allows it.
         */
        delete: operations["removeCartItem"];
        options?: never;
        head?: never;
        /**
         * Change a quantity
         * @description After `cart.version_conflict` read the cart again and repeat the change with the version just read.
         *
         *     Needs the scope `orders:write`, or a person whose role allows it.
         */
        patch: operations["changeCartItem"];
        trace?: never;
    };
    "/api/v1/catalog/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The catalogue as a file
         * @description The own products on sale, streamed; operators get those of a supplier, or all. Imported again, the file changes nothing. What a format has no place for is left out.
         *
         *     For administrators of a supplier who are signed in, and for operators.
         */
        get: operations["exportCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/catalog/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Imports of catalogue files, newest first
         * @description Those of the own company; operators see all.
         *
         *     For administrators of a supplier who are signed in, and for operators.
         */
        get: operations["listCatalogImports"];
        put?: never;
        /**
         * Import a catalogue file
         * @description The body is the file, up to 1 GiB, as it is or as gzip. It is stored as it arrives; the answer is the import, which a worker then carries out. Products are found by supplier and article number: a file that is sent again changes nothing. What a record does not speak of stays as it is. An Idempotency-Key counts together with the content of the file, so a repetition sends the file again.
         *
         *     For administrators of a supplier who are signed in, and for operators.
         */
        post: operations["importCatalogFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/catalog/imports/{importId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an import
         * @description Its state, and how far it has come.
         *
         *     For administrators of a supplier who are signed in, and for operators.
         */
        get: operations["getCatalogImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/catalog/imports/{importId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an import
         * @description One that waits ends at once, one that runs after the batch that it is in. What has been written stays.
         *
         *     For administrators of a supplier who are signed in, and for operators.
         */
        post: operations["cancelCatalogImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/catalog/imports/{importId}/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was wrong with a catalogue file
         * @description In the order of the file. The first 100,000 are kept.
         *
         *     For administrators of a supplier who are signed in, and for operators.
         */
        get: operations["listCatalogImportErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/catalog/imports/{importId}/errors.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was wrong with a catalogue file, as a file
         * @description The same as a CSV file, streamed.
         *
         *     For administrators of a supplier who are signed in, and for operators.
         */
        get: operations["downloadCatalogImportErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reserve what is in the cart
         * @description Checks prices and stock, reserves the stock for 15 minutes and locks the cart. All of it or nothing.
         *
         *     Needs the scope `orders:write`, or a person whose role allows it.
         */
        post: operations["startCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/checkout/{checkoutId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One checkout with its payment
         * @description Needs the scope `orders:read`, or a person whose role allows it.
         */
        get: operations["getCheckout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/checkout/{checkoutId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a reservation back, or void its payment
         * @description Before the payment handoff the checkout becomes CANCELLED. After it the payment is voided and the checkout FAILED, unless it was paid in the meantime: then it is COMPLETED.
         *
         *     Needs the scope `orders:write`, or a person whose role allows it.
         */
        post: operations["cancelCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/checkout/{checkoutId}/payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand a reserved checkout over to payment
         * @description By card the answer has a redirectUrl: send the buyer there, then read the checkout until it is COMPLETED. By invoice it is completed at once. After a 503 repeat the request with the same key.
         *
         *     Needs the scope `payments:write`, or a person whose role allows it.
         */
        post: operations["startPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/company": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The own company
         * @description For people who are signed in. API keys and partner apps are refused.
         */
        get: operations["getOwnCompany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change what stands in the own company
         * @description Null takes the VAT id or the billing address away. The rest stays as it is.
         *
         *     For administrators of a company who are signed in.
         */
        patch: operations["changeOwnCompany"];
        trace?: never;
    };
    "/api/v1/company/shipping-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shipping methods: own
         * @description For administrators of a company who are signed in.
         */
        get: operations["listOwnShippingMethods"];
        put?: never;
        /**
         * Add a shipping method to own
         * @description For administrators of a company who are signed in.
         */
        post: operations["addOwnShippingMethod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/company/shipping-methods/{shippingMethodId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace one of own shipping methods
         * @description Checkouts that were started keep what they have seen.
         *
         *     For administrators of a company who are signed in.
         */
        put: operations["changeOwnShippingMethod"];
        post?: never;
        /**
         * Delete one of own shipping methods
         * @description For administrators of a company who are signed in.
         */
        delete: operations["deleteOwnShippingMethod"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contracts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What your company has agreed on, as buyer or as supplier; newest first
         * @description Operators see every company's. A draft is seen by its supplier alone.
         *
         *     Needs the scope `orders:read`, or a person whose role allows it.
         */
        get: operations["listContracts"];
        put?: never;
        /**
         * Agree on price lists with a buyer
         * @description While it is ACTIVE and valid, the buyer pays by its price lists, the first one first. Two companies have one such contract at a time.
         *
         *     For administrators of a supplier who are signed in, and for operators.
         */
        post: operations["createContract"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contracts/{contractId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One contract
         * @description Needs the scope `orders:read`, or a person whose role allows it.
         */
        get: operations["getContract"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Make a contract active, end it, or change what was agreed
         * @description For administrators of a supplier who are signed in, and for operators.
         */
        patch: operations["changeContract"];
        trace?: never;
    };
    "/api/v1/contracts/cart-concurrency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How this client stands with the cart concurrency contract
         * @description Clients that have not passed work like any other. Every answer of the cart routes tells them so in `x-contract-status`.
         *
         *     Needs the scope `orders:read`, or a person whose role allows it.
         */
        get: operations["getCartConcurrencyContract"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contracts/cart-concurrency/certifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a certification on a practice cart
         * @description Send `x-practice-cart` with the id on the ordinary cart routes, and work through the steps with the code that will run in production. The service changes the cart underneath. It passes when every conflict is answered by a read and a retry with the fresh version, within 15 minutes. The real cart is not touched.
         *
         *     Needs the scope `orders:write`, or a person whose role allows it.
         */
        post: operations["openCartCertification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contracts/cart-concurrency/certifications/{certificationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What each step expects, and what was seen
         * @description Needs the scope `orders:read`, or a person whose role allows it.
         */
        get: operations["getCartCertification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contracts/cart-concurrency/certifications/{certificationId}/abandon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give up a certification, to open another one at once
         * @description Needs the scope `orders:write`, or a person whose role allows it.
         */
        post: operations["abandonCartCertification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/credit-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the own company may owe, and owes
         * @description One account for each currency. Without one, nothing is sold on net terms.
         *
         *     For administrators of a company who are signed in.
         */
        get: operations["listOwnCreditAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fx/convert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Convert an amount
         * @description Names the immutable set of rates it used. Where there is no usable rate it refuses; it never takes one for granted.
         *
         *     Needs the scope `products:read`, or a person whose role allows it.
         */
        post: operations["convertAmount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fx/rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The exchange rates in use
         * @description All of one set, so that they fit each other.
         *
         *     Needs the scope `products:read`, or a person whose role allows it.
         */
        get: operations["listExchangeRates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The invitations of the company, newest first
         * @description For administrators of a company who are signed in.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite somebody by mail
         * @description The mail holds a token that works once, for seven days. Inviting an address again replaces it.
         *
         *     For administrators of a company who are signed in.
         *
         *     People must have shown who they are within the last five minutes.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take an invitation back
         * @description For administrators of a company who are signed in.
         */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Invoices and credit notes, newest first
         * @description A shipment makes an invoice of its supplier, an accepted return a credit note. `side=issued` lists those of your company as a supplier.
         *
         *     Needs the scope `orders:read`, or a person whose role allows it.
         */
        get: operations["listInvoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invoices/{invoiceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One invoice or credit note
         * @description Needs the scope `orders:read`, or a person whose role allows it.
         */
        get: operations["getInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invoices/{invoiceId}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The document as PDF, with the UBL attached to it
         * @description Needs the scope `orders:read`, or a person whose role allows it.
         */
        get: operations["getInvoicePdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invoices/{invoiceId}/ubl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The document as UBL 2.1, in the core of EN 16931
         * @description Needs the scope `orders:read`, or a person whose role allows it.
         */
        get: operations["getInvoiceUbl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The person who is signed in, and the company
         * @description For people who are signed in. API keys and partner apps are refused.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The people of the company, the newest account first
         * @description For people who are signed in. API keys and partner apps are refused.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Leave the company, or take somebody out of it
         * @description Everybody may leave; taking out somebody else is for administrators.
         *
         *     For people who are signed in. API keys and partner apps are refused.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Give a member other roles
         * @description They hold from the next request on. Nobody gives themselves a role.
         *
         *     For administrators of a company who are signed in.
         *
         *     People must have shown who they are within the last five minutes.
         */
        patch: operations["changeRoles"];
        trace?: never;
    };
    "/api/v1/members/{userId}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a member who belongs to no other company
         * @description Name, address, sessions and factors are gone at once and for good. Orders stay, with what is in them, for as long as the law wants.
         *
         *     For administrators of a company who are signed in.
         *
         *     People must have shown who they are within the last five minutes.
         */
        post: operations["eraseMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oauth-apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The partner apps of the company, newest first
         * @description For administrators of a company who are signed in.
         */
        get: operations["listOAuthApps"];
        put?: never;
        /**
         * Let a partner app in
         * @description The app may then ask people of this company to let it act for them. The secret is in this answer only.
         *
         *     For administrators of a company who are signed in.
         *
         *     People must have shown who they are within the last five minutes.
         */
        post: operations["createOAuthApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oauth-apps/{appId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One partner app
         * @description For administrators of a company who are signed in.
         */
        get: operations["getOAuthApp"];
        put?: never;
        post?: never;
        /**
         * Shut a partner app out at once
         * @description Every consent and every token of the app end with it.
         *
         *     For administrators of a company who are signed in.
         *
         *     People must have shown who they are within the last five minutes.
         */
        delete: operations["revokeOAuthApp"];
        options?: never;
        head?: never;
        /**
         * Change the name, the addresses or the scopes of a partner app
         * @description Fewer scopes hold at once. More are asked for by the app, and given by each person.
         *
         *     For administrators of a company who are signed in.
         *
         *     People must have shown who they are within the last five minutes.
         */
        patch: operations["changeOAuthApp"];
        trace?: never;
    };
    "/api/v1/oauth-apps/{appId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a partner app a new secret
         * @description The old secret works on for the overlap. Tokens stay as they are.
         *
         *     For administrators of a company who are signed in.
         *
         *     People must have shown who they are within the last five minutes.
         */
        post: operations["rotateOAuthAppSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Orders of the company, newest first
         * @description `q` looks in the lines (name, sku, mpn), the order id and the PO number.
         *
         *     Needs the scope `orders:read`, or a person whose role allows it.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Order without a cart, from server to server
         * @description Prices, stock, taxes and credit as a checkout has them; all of it or nothing. By invoice the order is there at once. By card the answer has a redirectUrl, and the order comes with the payment. After a 503 repeat the request with the same key.
         *
         *     Needs the scope `orders:write`, or a person whose role allows it.
         */
        post: operations["placeOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One order with its lines and its timeline
         * @description Needs the scope `orders:read`, or a person whose role allows it.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/{orderId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take pieces out of an order before they are shipped
         * @description All that is not shipped, or the pieces that are named; a supplier those of its own lines. The stock goes back at once. The money goes back by itself: see `credits`.
         *
         *     Needs the scope `orders:write`, or a person whose role allows it.
         */
        post: operations["cancelOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/{orderId}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A supplier confirms its lines
         * @description The order is CONFIRMED when the lines of every supplier are. An operator confirms for all of them.
         *
         *     Needs the scope `orders:write`, or a person whose role allows it.
         */
        post: operations["confirmOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/{orderId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A shipment has arrived
         * @description Said once for each shipment, by the buyer, its supplier or an operator, with what was damaged or is missing.
         *
         *     Needs the scope `orders:write`, or a person whose role allows it.
         */
        post: operations["noteDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/{orderId}/reorder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put the lines of an order into the cart again
         * @description At the prices of today. What cannot be added is listed with the code that adding it by hand would meet; a product that is in the cart already stays as it is. Asking twice adds nothing twice.
         *
         *     Needs the scope `orders:write`, or a person whose role allows it.
         */
        post: operations["reorder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/{orderId}/returns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a supplier to take pieces back
         * @description Of what was delivered; with the reason MISSING, of what was shipped and did not arrive. Until the order is CLOSED.
         *
         *     Needs the scope `orders:write`, or a person whose role allows it.
         */
        post: operations["requestReturn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/{orderId}/returns/{returnId}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a return, or a part of it
         * @description The money of the accepted pieces goes back by itself: see `credits`. What is not accepted counts as delivered again.
         *
         *     Needs the scope `orders:write`, or a person whose role allows it.
         */
        post: operations["acceptReturn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/{orderId}/returns/{returnId}/receive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The goods of a return have come back
         * @description Nothing is decided by it.
         *
         *     Needs the scope `orders:write`, or a person whose role allows it.
         */
        post: operations["receiveReturn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/{orderId}/returns/{returnId}/refuse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Do not take a return, and say why
         * @description Needs the scope `orders:write`, or a person whose role allows it.
         */
        post: operations["refuseReturn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/{orderId}/shipments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A shipment of a supplier has left
         * @description All that is open of your lines, or the pieces that are named. What is shipped is confirmed by it.
         *
         *     Needs the scope `orders:write`, or a person whose role allows it.
         */
        post: operations["shipOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orders/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try an order without placing it
         * @description Takes the body of an order and does all that placing it would, credit and stock included, then takes it back. It is refused with what the order would be refused with; no provider is asked.
         *
         *     Needs the scope `orders:write`, or a person whose role allows it.
         */
        post: operations["validateOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Payments of the company, newest first
         * @description Needs the scope `payments:read`, or a person whose role allows it.
         */
        get: operations["listPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{paymentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One payment with its refunds and its ledger
         * @description Needs the scope `payments:read`, or a person whose role allows it.
         */
        get: operations["getPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{paymentId}/capture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take what was authorised, or less of it
         * @description Once; what is not captured is released. On net terms it is charged to the credit account of the company.
         *
         *     Needs the scope `payments:write`, or a person whose role allows it.
         */
        post: operations["capturePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{paymentId}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give back all that is left, or a part of it
         * @description A refund that is PENDING in the answer goes on by itself: read the payment to see its end.
         *
         *     Needs the scope `payments:write`, or a person whose role allows it.
         */
        post: operations["refundPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{paymentId}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give up a payment before its money is taken
         * @description Needs the scope `payments:write`, or a person whose role allows it.
         */
        post: operations["voidPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/price-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The supplier's price lists, newest first; operators see every supplier's
         * @description For administrators of a supplier who are signed in, and for operators.
         */
        get: operations["listPriceLists"];
        put?: never;
        /**
         * A list of prices for some companies
         * @description Of a supplier's own products. It holds for the companies it names, and for those whose contract names it.
         *
         *     For administrators of a supplier who are signed in, and for operators.
         */
        post: operations["createPriceList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/price-lists/{priceListId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One price list
         * @description For administrators of a supplier who are signed in, and for operators.
         */
        get: operations["getPriceList"];
        put?: never;
        post?: never;
        /**
         * Remove a list that no contract names
         * @description For administrators of a supplier who are signed in, and for operators.
         */
        delete: operations["deletePriceList"];
        options?: never;
        head?: never;
        /**
         * Change what a list is called, when and for whom it holds, or its discounts
         * @description For administrators of a supplier who are signed in, and for operators.
         */
        patch: operations["changePriceList"];
        trace?: never;
    };
    "/api/v1/price-lists/{priceListId}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The prices of a list, by product
         * @description For administrators of a supplier who are signed in, and for operators.
         */
        get: operations["listPriceEntries"];
        /**
         * Prices of up to 1,000 products, all or none
         * @description Each stands in place of what the list said of the product before; the others stay. They hold from the next request on.
         *
         *     For administrators of a supplier who are signed in, and for operators.
         */
        put: operations["putPriceEntries"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search products
         * @description Finds what is on sale by words, part numbers, GTINs and measures, and by filters. Without `q` it lists. Product data from Icecat in the sample catalogue; its prices are samples.
         *
         *     Needs the scope `products:read`, or a person whose role allows it.
         */
        get: operations["searchProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/products/{productId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a product
         * @description With all its attributes, its prices and what is available now.
         *
         *     Needs the scope `products:read`, or a person whose role allows it.
         */
        get: operations["getProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/products/match": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find the products of a quick order
         * @description Up to 1,000 part numbers with quantities, as `lines` or as a pasted `text`. Each line is answered in its place: matched, ambiguous, unknown, or invalid with its problem. Prices are in the currency of the supplier. What an unknown number resembles is told for the first 25 of them. Nothing is ordered.
         *
         *     Needs the scope `products:read`, or a person whose role allows it.
         */
        post: operations["matchProducts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/products/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prices and stock of products at quantities
         * @description One quote for each item, in their order. What keeps an item from being ordered stands in its `problems`; the others are quoted all the same.
         *
         *     Needs the scope `products:read`, or a person whose role allows it.
         */
        post: operations["quoteProducts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/products/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search and follow in one
         * @description Starts a search and streams its events. With `Last-Event-ID` it goes on with the search that the event is of, which must be for the same.
         *
         *     Needs the scope `products:read`, or a person whose role allows it.
         */
        get: operations["streamProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/products/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest while somebody types
         * @description Products, brands and categories that the text may become: by the beginning of a part number, and by words of which the last may be unfinished. The first 200 characters count. Text that fits nothing has empty lists.
         *
         *     Needs the scope `products:read`, or a person whose role allows it.
         */
        get: operations["suggestProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/searches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a search
         * @description It runs by itself: follow it by its stream, as often and from wherever you like, or read it. Leaving the stream does not end it. Your company sees it.
         *
         *     Needs the scope `products:read`, or a person whose role allows it.
         */
        post: operations["createSearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/searches/{searchId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a search
         * @description How far it is, with a fresh address of its stream.
         *
         *     Needs the scope `products:read`, or a person whose role allows it.
         */
        get: operations["getSearch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/searches/{searchId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a search
         * @description Its streams end with `search.cancelled`. What it found stays readable.
         *
         *     Needs the scope `products:read`, or a person whose role allows it.
         */
        post: operations["cancelSearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/searches/{searchId}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a search
         * @description Server-sent events from the beginning, or after `Last-Event-ID`, without a gap or a repeat. A comment every 15 seconds. It ends with the search.
         *
         *     Needs the scope `products:read`, or a person whose role allows it.
         */
        get: operations["followSearch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shipping-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How goods can travel
         * @description A cart shows the same for its own goods, at their price, in `shippingOptions`. Where there are none, carriage is in the prices of the goods.
         *
         *     Needs the scope `orders:read`, or a person whose role allows it.
         */
        get: operations["listShippingMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/supplier/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Orders with lines that your company supplies, newest first
         * @description Of each order your lines alone. A company that supplies nothing has none.
         *
         *     Needs the scope `orders:read`, or a person whose role allows it.
         */
        get: operations["listSuppliedOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/supplier/orders/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One order with the lines that your company supplies
         * @description Needs the scope `orders:read`, or a person whose role allows it.
         */
        get: operations["getSuppliedOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The subscriptions of the company, newest first
         * @description Needs the scope `webhooks:manage`, or a person whose role allows it.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Subscribe to events; the secret is shown once
         * @description Needs the scope `webhooks:manage`, or a person whose role allows it.
         *
         *     People must have shown who they are within the last five minutes.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One subscription, and how its receiver does
         * @description Needs the scope `webhooks:manage`, or a person whose role allows it.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * End a subscription; what waits for it is cancelled
         * @description Needs the scope `webhooks:manage`, or a person whose role allows it.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a subscription, pause or resume it
         * @description Needs the scope `webhooks:manage`, or a person whose role allows it.
         */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/api/v1/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was and is to be sent, newest first
         * @description Needs the scope `webhooks:manage`, or a person whose role allows it.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhookId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make it active again and send what was held
         * @description Needs the scope `webhooks:manage`, or a person whose role allows it.
         */
        post: operations["enableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhookId}/public-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What verifies the ed25519 signatures (`v1a`) of a subscription
         * @description Needs the scope `webhooks:manage`, or a person whose role allows it.
         */
        get: operations["getWebhookPublicKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhookId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send again what did not arrive in a window of time, or count it first
         * @description Needs the scope `webhooks:manage`, or a person whose role allows it.
         */
        post: operations["replayWebhookWindow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A new secret; the one before signs beside it for 24 hours
         * @description Needs the scope `webhooks:manage`, or a person whose role allows it.
         *
         *     People must have shown who they are within the last five minutes.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send webhook.test to this subscription alone
         * @description Needs the scope `webhooks:manage`, or a person whose role allows it.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One delivery with its attempts
         * @description Needs the scope `webhooks:manage`, or a person whose role allows it.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the event once more, under the same id
         * @description Needs the scope `webhooks:manage`, or a person whose role allows it.
         */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/event-kinds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What may be subscribed to, and the form of its data
         * @description Needs the scope `webhooks:manage`, or a person whose role allows it.
         */
        get: operations["listWebhookEventKinds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/events/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The whole of an event that was sent without its data
         * @description Needs the scope `webhooks:manage`, or a person whose role allows it.
         */
        get: operations["getWebhookEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/authorized-apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The partner apps that act for me
         * @description For people who are signed in. API keys and partner apps are refused.
         */
        get: operations["listAuthorizedApps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/authorized-apps/{appId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Let a partner app act for me no more
         * @description Its tokens end at once.
         *
         *     For people who are signed in. API keys and partner apps are refused.
         */
        delete: operations["withdrawAuthorizedApp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The companies that you may act for
         * @description For people who are signed in. API keys and partner apps are refused.
         */
        get: operations["listOwnCompanies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/company": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Act for another one of your companies
         * @description New tokens for the same sign-in; those of before work no more.
         *
         *     For people who are signed in. API keys and partner apps are refused.
         */
        post: operations["selectCompany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your second factors
         * @description For people who are signed in. API keys and partner apps are refused.
         */
        get: operations["getFactors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/factors/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add the passkey that the browser made
         * @description For people who are signed in. API keys and partner apps are refused.
         *
         *     People must have shown who they are within the last five minutes.
         */
        post: operations["registerPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/factors/passkeys/{passkeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey
         * @description For people who are signed in. API keys and partner apps are refused.
         *
         *     People must have shown who they are within the last five minutes.
         */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/factors/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a new passkey
         * @description For people who are signed in. API keys and partner apps are refused.
         *
         *     People must have shown who they are within the last five minutes.
         */
        post: operations["beginPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/factors/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ten new recovery codes
         * @description The former ones are void.
         *
         *     For people who are signed in. API keys and partner apps are refused.
         *
         *     People must have shown who they are within the last five minutes.
         */
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/factors/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin with an authenticator app
         * @description The secret is in this answer only. It counts once a code has confirmed it.
         *
         *     For people who are signed in. API keys and partner apps are refused.
         *
         *     People must have shown who they are within the last five minutes.
         */
        post: operations["enrolTotp"];
        /**
         * Do without the authenticator app
         * @description For people who are signed in. API keys and partner apps are refused.
         *
         *     People must have shown who they are within the last five minutes.
         */
        delete: operations["disableTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/factors/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the authenticator app with its first code
         * @description For people who are signed in. API keys and partner apps are refused.
         *
         *     People must have shown who they are within the last five minutes.
         */
        post: operations["confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation with a new account
         * @description Makes the account, and signs in. Whoever has one signs in and joins with `joinCompany`.
         *
         *     Open to everybody.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/invitations/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation with the account that is signed in
         * @description The invitation must be for the address of the account.
         *
         *     For people who are signed in. API keys and partner apps are refused.
         */
        post: operations["joinCompany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with e-mail and password
         * @description One answer for an unknown address, a wrong password and a disabled account. Somebody with a second factor gets 401 `identity.second_factor_required`: its details hold `challengeToken`, `methods` and, where there is a passkey, `passkeyOptions`; go on at `/auth/login/second-factor` within five minutes.
         *
         *     Open to everybody.
         */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a passkey
         * @description The passkey must have been unlocked: it stands for both factors.
         *
         *     Open to everybody.
         */
        post: operations["signInByPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask to sign in with a passkey
         * @description Open to everybody.
         */
        post: operations["beginPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish a sign-in with the second factor
         * @description With the token of the question and exactly one answer. A question takes five answers.
         *
         *     Open to everybody.
         */
        post: operations["completeSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the session of this token
         * @description Its access and refresh tokens are refused from then on, at once.
         *
         *     For people who are signed in. API keys and partner apps are refused.
         */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What this token stands for
         * @description For people who are signed in. API keys and partner apps are refused.
         */
        get: operations["getPrincipal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password
         * @description All other sessions end, and what partner apps were granted.
         *
         *     For people who are signed in. API keys and partner apps are refused.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose a new password with the token of the mail
         * @description All sessions end and nobody is signed in: a second factor is asked as before.
         *
         *     Open to everybody.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/reset-request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a mail to choose a new password
         * @description The answer is the same whether there is such an account or not. What is mailed works once, for 30 minutes, and until the next request.
         *
         *     Open to everybody.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/privacy/downloads/{link}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The export that a link stands for, once
         * @description As JSON with everything in it, or as CSV table by table.
         *
         *     Open to everybody.
         */
        get: operations["downloadPrivacyExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/privacy/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for everything that is known of you
         * @description It is put together in the background; a mail tells when it is ready.
         *
         *     For people who are signed in. API keys and partner apps are refused.
         *
         *     People must have shown who they are within the last five minutes.
         */
        post: operations["requestPrivacyExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/privacy/exports/{exportId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far an export of yours is
         * @description For people who are signed in. API keys and partner apps are refused.
         */
        get: operations["getPrivacyExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/privacy/exports/{exportId}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A link to an export of yours, which works once
         * @description A link that was made before works no more.
         *
         *     For people who are signed in. API keys and partner apps are refused.
         *
         *     People must have shown who they are within the last five minutes.
         */
        post: operations["linkPrivacyExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a refresh token for new tokens
         * @description Each refresh token works once. Sent again within ten seconds, while the new one is unused, it is answered with that same new one; later it ends its session. A session ends after 7 days without a refresh, and after 30 days in any case.
         *
         *     Open to everybody.
         */
        post: operations["refreshSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where you are signed in
         * @description At most 100, the one used last first.
         *
         *     For people who are signed in. API keys and partner apps are refused.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out on one device
         * @description For people who are signed in. API keys and partner apps are refused.
         */
        delete: operations["revokeSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions/revoke-others": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out everywhere but here
         * @description For people who are signed in. API keys and partner apps are refused.
         */
        post: operations["revokeOtherSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/step-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show again that it is you
         * @description What answers 403 `identity.step_up_required` works for five minutes after this, and after a sign-in. Somebody with a second factor shows that; the others their password.
         *
         *     For people who are signed in. API keys and partner apps are refused.
         */
        post: operations["stepUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/step-up/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask to show a passkey again
         * @description For people who are signed in. API keys and partner apps are refused.
         */
        post: operations["beginStepUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether this process can serve
         * @description Open to everybody.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/detailed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The lifecycle of every area
         * @description Operators, or the HEALTH_TOKEN. configReadiness says what this deployment was given, dependencies what answers: a missing value is no outage.
         *
         *     For operators, or with the token for health probes.
         */
        get: operations["getDetailedHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ops": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The operator baseline
         * @description Operators, or the HEALTH_TOKEN. configReadiness says what this deployment was given, dependencies what answers: a missing value is no outage.
         *
         *     For operators, or with the token for health probes.
         */
        get: operations["getOpsHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/incident-alerts/replay-dead-letter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send dead-lettered incident alerts again
         * @description For operators of the platform.
         */
        post: operations["replayIncidentAlerts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/incident-alerts/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test to each configured incident transport
         * @description Each gets a firing notice of the key `incidents.test` and its end. A transport must have passed its test, as it is set now, before `configReadiness.promotion` is ready.
         *
         *     For operators of the platform.
         */
        post: operations["testIncidentTransports"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What operators were or are to be told
         * @description For operators of the platform.
         */
        get: operations["listIncidents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/providers/{provider}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * For payment providers: an event, signed as the provider does
         * @description Signed by the sender: the signature over the body is what is checked.
         */
        post: operations["receivePaymentEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Address
         * @example {
         *       "name": "Bea Buyer",
         *       "company": "Example GmbH",
         *       "line1": "Hafenstr. 7",
         *       "city": "Hamburg",
         *       "postalCode": "20457",
         *       "country": "DE"
         *     }
         */
        Address: {
            city: string;
            company?: string;
            /** @description ISO 3166-1 alpha-2. */
            country: string;
            email?: string;
            line1: string;
            line2?: string;
            name: string;
            phone?: string;
            postalCode: string;
            region?: string;
        };
        /**
         * Address
         * @example {
         *       "name": "Bea Buyer",
         *       "company": "Example GmbH",
         *       "line1": "Hafenstr. 7",
         *       "city": "Hamburg",
         *       "postalCode": "20457",
         *       "country": "DE"
         *     }
         */
        AddressInput: {
            city: string;
            company?: string;
            /** @description ISO 3166-1 alpha-2. */
            country: string;
            email?: string;
            line1: string;
            line2?: string;
            name: string;
            phone?: string;
            postalCode: string;
            region?: string;
        };
        /** Assortment */
        Assortment: {
            companyIds: string[];
            /** Format: date-time */
            createdAt: string;
            excluded: {
                brands: string[];
                categories: string[];
                products: string[];
                suppliers: string[];
            };
            id: string;
            included: {
                brands: string[];
                categories: string[];
                products: string[];
                suppliers: string[];
            };
            name: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: int64 */
            version: number;
        };
        /**
         * BillingAddress
         * @example {
         *       "name": "Accounts payable",
         *       "line1": "Hafenstrasse 12",
         *       "city": "Hamburg",
         *       "postalCode": "20457",
         *       "country": "DE"
         *     }
         */
        BillingAddress: {
            city: string;
            company?: string;
            /** @description ISO 3166-1 alpha-2. */
            country: string;
            email?: string;
            line1: string;
            line2?: string;
            name: string;
            phone?: string;
            postalCode: string;
            region?: string;
        };
        /**
         * BillingAddress
         * @example {
         *       "name": "Accounts payable",
         *       "line1": "Hafenstrasse 12",
         *       "city": "Hamburg",
         *       "postalCode": "20457",
         *       "country": "DE"
         *     }
         */
        BillingAddressInput: {
            city: string;
            company?: string;
            /** @description ISO 3166-1 alpha-2. */
            country: string;
            email?: string;
            line1: string;
            line2?: string;
            name: string;
            phone?: string;
            postalCode: string;
            region?: string;
        };
        /** CatalogImport */
        CatalogImport: {
            bytes: {
                /**
                 * Format: int64
                 * @description Of those, how many have been read.
                 */
                read: number;
                /**
                 * Format: int64
                 * @description Of the file, as it was sent.
                 */
                received: number;
            };
            /** Format: date-time */
            createdAt: string;
            endedAt: string | null;
            failure: {
                code: string;
                details: {
                    [key: string]: unknown;
                };
            } | null;
            format: ("csv" | "jsonl" | "bmecat" | "google") | null;
            /** @example imp_01m7xb82dw3khw78phh28dvacd */
            id: string;
            /**
             * Format: int64
             * @description Everything complained about; see the errors of the import.
             */
            problems: number;
            records: {
                /**
                 * Format: int64
                 * @description New products.
                 */
                created: number;
                /**
                 * Format: int64
                 * @description Products that can no longer be ordered.
                 */
                discontinued: number;
                /**
                 * Format: int64
                 * @description Records that have been read and dealt with.
                 */
                done: number;
                /**
                 * Format: int64
                 * @description Records that were left out.
                 */
                failed: number;
                /**
                 * Format: int64
                 * @description Products that were as the file says already.
                 */
                unchanged: number;
                /**
                 * Format: int64
                 * @description Products that were changed.
                 */
                updated: number;
            };
            /** @description What the file does not name is discontinued. */
            replace: boolean;
            startedAt: string | null;
            /**
             * @description The last four are ends. COMPLETED_WITH_ERRORS: there are problems to be read.
             * @enum {unknown}
             */
            state: "RECEIVING" | "QUEUED" | "RUNNING" | "COMPLETED" | "COMPLETED_WITH_ERRORS" | "FAILED" | "CANCELLED";
            /** @description Whose products the file names. */
            supplierId: string;
        };
        /** CatalogImportPreview */
        CatalogImportPreview: {
            /** @description Why the file cannot be read any further. */
            broken: {
                code: string;
                message: string;
            } | null;
            /** @enum {unknown} */
            format: "csv" | "jsonl" | "bmecat" | "google";
            /** @description The first twenty. */
            records: {
                /**
                 * Format: int64
                 * @description Where the record begins in the file.
                 */
                line: number;
                problems: components["schemas"]["CatalogImportProblem"][];
                /** @description What the record says of its product; null when it would be left out. */
                product: {
                    [key: string]: unknown;
                } | null;
                sku: string | null;
            }[];
        };
        /** CatalogImportProblem */
        CatalogImportProblem: {
            /** @example price_invalid */
            code: string;
            /** @description The record was left out; else it was taken without what is complained about. */
            fatal: boolean;
            field: string | null;
            /**
             * Format: int64
             * @description Where the record begins in the file, from 1. 0: about the file as a whole.
             */
            line: number;
            message: string;
            sku: string | null;
        };
        /** Contract */
        Contract: {
            buyerCompanyId: string;
            /** Format: date-time */
            createdAt: string;
            id: string;
            priceListIds: string[];
            reference: string;
            /** @enum {unknown} */
            state: "DRAFT" | "ACTIVE" | "ENDED";
            supplier: {
                id: string;
                name: string;
            };
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            validFrom: string;
            /** Format: date-time */
            validUntil?: string;
            /** Format: int64 */
            version: number;
        };
        /**
         * Facets
         * @description Each counts what would be left without its own filter.
         */
        Facets: {
            attributes: {
                label: string;
                values: {
                    /** Format: int64 */
                    count: number;
                    selected: boolean;
                    value: string;
                }[];
            }[];
            brand: {
                /** Format: int64 */
                count: number;
                selected: boolean;
                value: string;
            }[];
            category: {
                /** Format: int64 */
                count: number;
                id: string;
                path: string[];
                selected: boolean;
            }[];
            price: {
                /** Format: int64 */
                count: number;
                from: string;
                to?: string;
            }[];
            supplier: {
                /** Format: int64 */
                count: number;
                id: string;
                name: string;
                selected: boolean;
            }[];
        };
        /** MatchedLine */
        MatchedLine: {
            /** @description Up to five that all have this number. */
            candidates?: components["schemas"]["MatchedProduct"][];
            /**
             * Format: int64
             * @description From one. In a text, empty lines count.
             */
            line: number;
            match?: {
                /**
                 * @description `variant`: with other zeros in front, or with a digit for the letter typed.
                 * @enum {unknown}
                 */
                as: "typed" | "variant";
                /** @enum {unknown} */
                kind: "mpn" | "sku" | "gtin";
            };
            nearest?: components["schemas"]["MatchedProduct"];
            partNumber: string;
            /**
             * @description A line of a text has up to 200 characters, a part number up to 100, a quantity is a whole number from 1 to 1,000,000.
             * @enum {unknown}
             */
            problem?: "line_too_long" | "part_number_missing" | "quantity_invalid";
            product?: components["schemas"]["MatchedProduct"];
            /** Format: int64 */
            quantity: number;
            /** @enum {unknown} */
            status: "matched" | "ambiguous" | "unknown" | "invalid";
        };
        /** MatchedProduct */
        MatchedProduct: {
            availability: {
                /** Format: int64 */
                available: number;
                /** Format: int64 */
                leadTimeDays: number;
                /** @enum {unknown} */
                status: "in_stock" | "low_stock" | "out_of_stock" | "discontinued";
            };
            brand: string;
            id: string;
            /** @description The manufacturer's part number or name. */
            mpn: string;
            name: string;
            price: {
                list: components["schemas"]["Money"];
                /**
                 * Format: int64
                 * @description The smallest quantity that is sold.
                 */
                moq: number;
                /**
                 * Format: int64
                 * @description Quantities are multiples of this.
                 */
                multiple: number;
                tiers: {
                    /**
                     * Format: int64
                     * @description From here on the whole line costs this per piece.
                     */
                    minQuantity: number;
                    unitPrice: components["schemas"]["Money"];
                }[];
                /**
                 * @description UN/ECE Recommendation 20.
                 * @example C62
                 */
                unit: string;
            };
            /** @description The supplier's number. */
            sku: string;
            supplier: {
                id: string;
                name: string;
            };
        };
        /**
         * Money
         * @description A decimal string and its ISO 4217 currency.
         */
        Money: {
            /** @example 12.50 */
            amount: string;
            /** @example EUR */
            currency: string;
        };
        /**
         * Money
         * @description A decimal string and its ISO 4217 currency.
         */
        MoneyInput: {
            /** @example 12.50 */
            amount: string;
            /** @example EUR */
            currency: string;
        };
        /** Passkey */
        Passkey: {
            /** Format: date-time */
            createdAt: string;
            id: string;
            /** Format: date-time */
            lastUsedAt?: string;
            name: string;
            /** @description Kept on more than one device by its provider. */
            synced: boolean;
        };
        /** PriceEntriesStored */
        PriceEntriesStored: {
            /** Format: int64 */
            entryCount: number;
            /** Format: int64 */
            removed: number;
            /** Format: int64 */
            stored: number;
            /**
             * Format: int64
             * @description Of the list, which this has changed.
             */
            version: number;
        };
        /** PriceEntry */
        PriceEntry: {
            productId: string;
            sku: string;
            tiers: {
                /** Format: int64 */
                minQuantity: number;
                unitPrice: components["schemas"]["Money"];
            }[];
            unitPrice: components["schemas"]["Money"];
        };
        /** PriceList */
        PriceList: {
            companyIds: string[];
            /** Format: date-time */
            createdAt: string;
            currency: string;
            discounts: {
                /** @enum {unknown} */
                by: "category" | "brand" | "all";
                /** @description Off the list price and its tiers: above 0, below 100, up to two decimals. */
                percent: string;
                /** @description The category's id or the brand; absent with `all`. */
                value?: string;
            }[];
            /** Format: int64 */
            entryCount: number;
            id: string;
            name: string;
            supplierId: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            validFrom: string;
            /** Format: date-time */
            validUntil?: string;
            /** Format: int64 */
            version: number;
        };
        /** Product */
        Product: {
            /** @description In a list the first eight, for a single product all of them. */
            attributes: {
                kind: "text" | "number" | "flag";
                label: string;
                unit?: string;
                value: string;
            }[];
            availability: {
                /** Format: int64 */
                available: number;
                /** Format: int64 */
                leadTimeDays: number;
                status: "in_stock" | "low_stock" | "out_of_stock" | "discontinued";
            };
            brand: string;
            category: {
                id: string;
                path: string[];
            };
            description: string;
            gtins: string[];
            id: string;
            image: {
                placeholder: boolean;
                url: string | null;
            };
            match?: {
                /** @description Found by the corrected query. */
                corrected?: boolean;
                /** @description By part number or GTIN, by words, or by an identifier that resembles what was typed. */
                kind: "identifier" | "text" | "near";
            };
            /** @description The manufacturer's part number or name. */
            mpn: string;
            name: string;
            price: {
                /** @description Where the prices are those of your company: by which agreement, and what others pay for one piece. */
                agreed?: {
                    contract?: {
                        id: string;
                        reference: string;
                    };
                    listPrice: components["schemas"]["Money"];
                    priceListId: string;
                };
                list: components["schemas"]["Money"];
                /**
                 * Format: int64
                 * @description The smallest quantity that is sold.
                 */
                moq: number;
                /**
                 * Format: int64
                 * @description Quantities are multiples of this.
                 */
                multiple: number;
                /** @description As the supplier states them, where they are shown in another currency. */
                supplier?: {
                    list: components["schemas"]["Money"];
                    tiers: {
                        /**
                         * Format: int64
                         * @description From here on the whole line costs this per piece.
                         */
                        minQuantity: number;
                        unitPrice: components["schemas"]["Money"];
                    }[];
                };
                tiers: {
                    /**
                     * Format: int64
                     * @description From here on the whole line costs this per piece.
                     */
                    minQuantity: number;
                    unitPrice: components["schemas"]["Money"];
                }[];
                /**
                 * @description UN/ECE Recommendation 20.
                 * @example C62
                 */
                unit: string;
            };
            /** @description Part of the catalogue that ships: its price, stock and conditions are made up. */
            sample: boolean;
            shipTo: string[];
            /** @description The supplier's number. */
            sku: string;
            state: "ACTIVE" | "DISCONTINUED";
            supplier: {
                id: string;
                name: string;
            };
            /** Format: int64 */
            version: number;
        };
        /**
         * Quote
         * @example {
         *       "quoteId": "qte_01m7xb82dw3khw78phh28dvacd",
         *       "productId": "prd_01m7x9v1c40e5rk2m8w3tq6zna",
         *       "quantity": 12,
         *       "unitPrice": {
         *         "amount": "95.229274",
         *         "currency": "USD"
         *       },
         *       "lineTotal": {
         *         "amount": "1142.75",
         *         "currency": "USD"
         *       },
         *       "supplierPrice": {
         *         "amount": "81.504",
         *         "currency": "EUR"
         *       },
         *       "availability": {
         *         "status": "in_stock",
         *         "available": 412,
         *         "leadTimeDays": 2,
         *         "checkedAt": "2026-04-13T09:00:00.000Z"
         *       },
         *       "fx": {
         *         "rateSetId": "fxs_01m7xb82dw3khw78phh28dvacd",
         *         "rate": "1.1684",
         *         "asOf": "2026-04-13T00:00:00.000Z",
         *         "state": "fresh"
         *       },
         *       "problems": [],
         *       "expiresAt": "2026-04-13T09:01:00.000Z"
         *     }
         */
        Quote: {
            availability: {
                /** Format: int64 */
                available: number;
                /** Format: date-time */
                checkedAt: string;
                /** Format: int64 */
                leadTimeDays: number;
                /** @enum {unknown} */
                status: "in_stock" | "low_stock" | "out_of_stock" | "discontinued";
            } | null;
            /** @description Until then the same question has the same answer. */
            expiresAt: string | null;
            fx?: {
                /** Format: date-time */
                asOf: string;
                rate: string;
                rateSetId: string;
                /** @enum {unknown} */
                state: "fresh" | "stale_grace";
            };
            lineTotal: components["schemas"]["Money"] | null;
            problems: {
                /** @enum {unknown} */
                code: "product_not_found" | "product_discontinued" | "stock_short" | "below_minimum" | "not_a_multiple" | "not_shipped_to_country" | "currency_not_convertible";
                details: {
                    [key: string]: unknown;
                };
            }[];
            productId: string;
            /** Format: int64 */
            quantity: number;
            /** @description Null for a product that there is not. */
            quoteId: string | null;
            /** @description The price of one piece as the supplier states it. */
            supplierPrice: components["schemas"]["Money"] | null;
            /** @description Of one piece at this quantity. Null while it cannot be told in the currency. */
            unitPrice: components["schemas"]["Money"] | null;
        };
        /**
         * Refusal
         * @description Why a request was not carried out.
         * @example {
         *       "success": false,
         *       "meta": {
         *         "code": "platform.request_invalid",
         *         "requestId": "req_01m7xb82dw3khw78phh28dvacd",
         *         "details": {
         *           "problems": [
         *             {
         *               "path": "query.limit",
         *               "message": "must be a whole number"
         *             }
         *           ]
         *         }
         *       },
         *       "error": "The request does not have the form this route needs."
         *     }
         */
        Refusal: {
            /** @description A sentence a person can act on. */
            error: string;
            meta: {
                /** @description Stable: what a client switches on. */
                code: string;
                details?: {
                    [key: string]: unknown;
                };
                /** @description What support asks for. */
                requestId: string;
            };
            /** @constant */
            success: false;
        };
        /** Search */
        Search: {
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description A search that runs still has failed then.
             */
            deadlineAt: string;
            endedAt: string | null;
            failureCode: string | null;
            id: string;
            /** @description Of the last event that there is. */
            lastEventId: string;
            /**
             * Format: int64
             * @description Products that were told so far.
             */
            products: number;
            q: string;
            sources: {
                /**
                 * Format: int64
                 * @description Products that it told.
                 */
                found: number;
                /** @enum {unknown} */
                source: "catalog" | "external";
                /** @enum {unknown} */
                status: "running" | "completed" | "failed" | "not_configured";
            }[];
            /** @enum {unknown} */
            state: "RUNNING" | "COMPLETED" | "FAILED" | "CANCELLED";
            /** @description With a ticket in it, which is a secret while it lasts. Read again, it is fresh. */
            stream: {
                /** Format: date-time */
                expiresAt: string;
                /** @description Opens the stream by itself, for `new EventSource(url)`. */
                url: string;
            };
        };
        /**
         * Search event
         * @description One event of the stream: its lines `id`, `event` and `data`, of which the last is JSON.
         * @example {
         *       "id": "srch_01m7xb82dw3khw78phh28dvacd/2",
         *       "event": "products",
         *       "data": {
         *         "source": "catalog",
         *         "products": [
         *           {
         *             "id": "prd_00yf8a3q00w2k7m4c9x1t6z5hd",
         *             "sku": "2125510",
         *             "mpn": "TL-SG1008",
         *             "gtins": [
         *               "6935364020606"
         *             ],
         *             "name": "TP-LINK TL-SG1008 Unmanaged Gigabit Ethernet (10/100/1000) Black",
         *             "brand": "TP-LINK",
         *             "supplier": {
         *               "id": "co_01m7x9v1c40e5rk2m8w3tq6zna",
         *               "name": "Nordlicht Office Supply"
         *             },
         *             "category": {
         *               "id": "cat_switches",
         *               "path": [
         *                 "Networking",
         *                 "Network switches"
         *               ]
         *             },
         *             "description": "TL-SG1008 - Unmanaged Gigabit Rackmount Switch",
         *             "attributes": [
         *               {
         *                 "label": "Ethernet LAN (RJ-45) ports",
         *                 "value": "8",
         *                 "kind": "number"
         *               }
         *             ],
         *             "image": {
         *               "url": null,
         *               "placeholder": true
         *             },
         *             "price": {
         *               "list": {
         *                 "amount": "84.90",
         *                 "currency": "EUR"
         *               },
         *               "tiers": [
         *                 {
         *                   "minQuantity": 10,
         *                   "unitPrice": {
         *                     "amount": "81.504",
         *                     "currency": "EUR"
         *                   }
         *                 }
         *               ],
         *               "unit": "C62",
         *               "moq": 1,
         *               "multiple": 1
         *             },
         *             "availability": {
         *               "status": "in_stock",
         *               "available": 412,
         *               "leadTimeDays": 2
         *             },
         *             "state": "ACTIVE",
         *             "shipTo": [
         *               "AT",
         *               "DE",
         *               "FR"
         *             ],
         *             "sample": true,
         *             "version": 1,
         *             "match": {
         *               "kind": "identifier"
         *             }
         *           }
         *         ]
         *       }
         *     }
         */
        SearchEvent: {
            data: {
                q: string;
                searchId: string;
                sources: ("catalog" | "external")[];
                /** Format: date-time */
                startedAt: string;
            };
            /** @constant */
            event: "search.started";
            /** @description What `Last-Event-ID` takes. */
            id: string;
        } | {
            /** @description A batch. Each product comes once in a search. */
            data: {
                products: components["schemas"]["Product"][];
                /** @enum {unknown} */
                source: "catalog" | "external";
            };
            /** @constant */
            event: "products";
            /** @description What `Last-Event-ID` takes. */
            id: string;
        } | {
            /** @description Of the products of a batch, each at the smallest quantity that is sold. */
            data: {
                currency: string;
                quotes: components["schemas"]["Quote"][];
            };
            /** @constant */
            event: "quote";
            /** @description What `Last-Event-ID` takes. */
            id: string;
        } | {
            data: {
                /** Format: int64 */
                found: number;
                /** @enum {unknown} */
                source: "catalog" | "external";
                /** @enum {unknown} */
                status: "completed" | "failed" | "not_configured";
            };
            /** @constant */
            event: "source";
            /** @description What `Last-Event-ID` takes. */
            id: string;
        } | {
            /** @description Of all that the catalogue has, once. */
            data: {
                /** @description What was searched for instead. In double quotes a word is taken as it is. */
                correctedQuery?: string;
                currency: string;
                facets: components["schemas"]["Facets"];
                /** @description Present where prices of other currencies had to be converted. */
                fx?: {
                    /** Format: date-time */
                    asOf: string;
                    rateSetId: string;
                    /** @description Newer rates are overdue. */
                    stale: boolean;
                    /** @enum {unknown} */
                    state: "fresh" | "stale_grace";
                };
                /** Format: int64 */
                total: number;
                /** @description There are at least this many. */
                totalIsLowerBound: boolean;
            };
            /** @constant */
            event: "facets";
            /** @description What `Last-Event-ID` takes. */
            id: string;
        } | {
            data: {
                /**
                 * Format: int64
                 * @description Products that the search has told.
                 */
                products: number;
                /** @constant */
                state: "COMPLETED";
                tookMs: number;
            };
            /** @constant */
            event: "search.completed";
            /** @description What `Last-Event-ID` takes. */
            id: string;
        } | {
            data: {
                code: string;
                message: string;
                /**
                 * Format: int64
                 * @description Products that the search has told.
                 */
                products: number;
                /** @constant */
                state: "FAILED";
            };
            /** @constant */
            event: "search.failed";
            /** @description What `Last-Event-ID` takes. */
            id: string;
        } | {
            data: {
                /**
                 * Format: int64
                 * @description Products that the search has told.
                 */
                products: number;
                /** @constant */
                state: "CANCELLED";
            };
            /** @constant */
            event: "search.cancelled";
            /** @description What `Last-Event-ID` takes. */
            id: string;
        };
        /** Suggestions */
        Suggestions: {
            brands: string[];
            categories: {
                id: string;
                path: string[];
            }[];
            products: {
                brand: string;
                id: string;
                /** @description By the beginning of a part number or GTIN, or by words. */
                match: "identifier" | "text";
                /** @description The manufacturer's part number or name. */
                mpn: string;
                name: string;
                /** @description The supplier's number. */
                sku: string;
            }[];
        };
    };
    responses: {
        /** @description A fault of ours. It is recorded under the request id. */
        Broken: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "meta": {
                 *         "code": "platform.internal",
                 *         "requestId": "req_01m7xb82dw3khw78phh28dvacd"
                 *       },
                 *       "error": "Something went wrong on our side. It has been recorded under the request id."
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Something else came first, or the same request is still being carried out. */
        Conflict: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "meta": {
                 *         "code": "platform.idempotency_in_flight",
                 *         "requestId": "req_01m7xb82dw3khw78phh28dvacd"
                 *       },
                 *       "error": "The first request with this Idempotency-Key is still being carried out. Try again."
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Understood, but it cannot be done as it stands. */
        Impossible: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "meta": {
                 *         "code": "platform.idempotency_key_reused",
                 *         "requestId": "req_01m7xb82dw3khw78phh28dvacd"
                 *       },
                 *       "error": "This Idempotency-Key was used for another request. Use a new one."
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The request does not have the form that this route needs. */
        Malformed: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "meta": {
                 *         "code": "platform.request_invalid",
                 *         "requestId": "req_01m7xb82dw3khw78phh28dvacd",
                 *         "details": {
                 *           "problems": [
                 *             {
                 *               "path": "body.quantity",
                 *               "message": "must be a whole number"
                 *             }
                 *           ]
                 *         }
                 *       },
                 *       "error": "The request does not have the form this route needs."
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description The credential is valid but may not do this. `meta.details.needs` says what it lacks. */
        NotAllowed: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "meta": {
                 *         "code": "identity.access_denied",
                 *         "requestId": "req_01m7xb82dw3khw78phh28dvacd",
                 *         "details": {
                 *           "needs": "orders:write"
                 *         }
                 *       },
                 *       "error": "You may not do this. The details say what it needs."
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description No credential, or one that is not valid any more. */
        NotSignedIn: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "meta": {
                 *         "code": "identity.credentials_required",
                 *         "requestId": "req_01m7xb82dw3khw78phh28dvacd"
                 *       },
                 *       "error": "Sign in, or send an API key that is still valid."
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Not carried out. `meta.code` says why, `error` says it to a person. */
        Refused: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "meta": {
                 *         "code": "platform.route_not_found",
                 *         "requestId": "req_01m7xb82dw3khw78phh28dvacd"
                 *       },
                 *       "error": "There is nothing at this address."
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Too many requests. */
        TooMany: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "meta": {
                 *         "code": "platform.rate_limited",
                 *         "requestId": "req_01m7xb82dw3khw78phh28dvacd"
                 *       },
                 *       "error": "Too many requests. Wait for the seconds that Retry-After names."
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
        /** @description Cannot be served at the moment. Safe to send again after `Retry-After`. */
        Unavailable: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "meta": {
                 *         "code": "platform.dependency_down",
                 *         "requestId": "req_01m7xb82dw3khw78phh28dvacd"
                 *       },
                 *       "error": "A part that this request needs cannot be reached at the moment. Try again shortly."
                 *     }
                 */
                "application/json": components["schemas"]["Refusal"];
            };
        };
    };
    parameters: {
        /**
         * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
         * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
         */
        IdempotencyKey: string;
        /**
         * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
         * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
         */
        OptionalIdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description Present when this is the answer to an earlier request with the same Idempotency-Key. */
        "idempotent-replayed": "true";
        /**
         * @description What is left, and the seconds until it is full again.
         * @example "credential";r=587;t=21
         */
        RateLimit: string;
        /**
         * @description How many requests in how many seconds.
         * @example "credential";q=600;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description Seconds to wait before trying again.
         * @example 5
         */
        "Retry-After": number;
        /**
         * @description The id of the request: yours, where you sent one of letters, digits, dots and dashes.
         * @example req_01m7xb82dw3khw78phh28dvacd
         */
        "x-request-id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAuditEntriesOfAll: {
        parameters: {
            query?: {
                /** @description What was done, for example `identity.api_key_created`. */
                action?: string;
                /** @description Id of the person, key or app that did it. */
                actor?: string;
                /** @description Default: every company. */
                companyId?: string;
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                /** @description How many at most. */
                limit?: number;
                outcome?: "done" | "refused";
                /** @description The first instant. */
                since?: string;
                /** @description Id of what it was done to. */
                target?: string;
                /** @description The instant before which to stop. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            action: string;
                            actor?: {
                                clientId?: string;
                                id: string;
                                /** @description `person`, `api_key`, `oauth_app` or `system`. */
                                kind: string;
                                sessionId?: string;
                            };
                            /** @description The network that asked: /24 of IPv4, /48 of IPv6. */
                            address?: string;
                            companyId: string;
                            details: {
                                [key: string]: unknown;
                            };
                            id: string;
                            /** Format: date-time */
                            occurredAt: string;
                            /** @enum {unknown} */
                            outcome: "done" | "refused";
                            requestId?: string;
                            target: {
                                id: string;
                                type: string;
                            };
                            /** @description The kind of program that asked. */
                            userAgent?: string;
                        }[];
                        meta: {
                            /** Format: int64 */
                            limit: number;
                            /** @description Asks for the next page. Absent on the last one. */
                            nextCursor?: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSynonyms: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                /** @description How many at most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            alsoFind: string[];
                            /** Format: date-time */
                            createdAt: string;
                            id: string;
                            /**
                             * @description Of the texts that the words stand in; `any` for all.
                             * @enum {unknown}
                             */
                            language: "any" | "en" | "de" | "fr";
                            /** Format: date-time */
                            updatedAt: string;
                            words: string[];
                        }[];
                        meta: {
                            /** Format: int64 */
                            limit: number;
                            /** @description Asks for the next page. Absent on the last one. */
                            nextCursor?: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    addSynonyms: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description One-way: found too by whoever looks for one of `words`. */
                    alsoFind?: string[];
                    /**
                     * @description Of the texts that the words stand in; `any` for all.
                     * @enum {unknown}
                     */
                    language?: "any" | "en" | "de" | "fr";
                    /** @description Up to four words each. Compared in lower case and without accents. */
                    words: string[];
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            alsoFind: string[];
                            /** Format: date-time */
                            createdAt: string;
                            id: string;
                            /**
                             * @description Of the texts that the words stand in; `any` for all.
                             * @enum {unknown}
                             */
                            language: "any" | "en" | "de" | "fr";
                            /** Format: date-time */
                            updatedAt: string;
                            words: string[];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSynonyms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                synonymsId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeSynonyms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                synonymsId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description One-way: found too by whoever looks for one of `words`. */
                    alsoFind?: string[];
                    /**
                     * @description Of the texts that the words stand in; `any` for all.
                     * @enum {unknown}
                     */
                    language?: "any" | "en" | "de" | "fr";
                    /** @description Up to four words each. Compared in lower case and without accents. */
                    words?: string[];
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            alsoFind: string[];
                            /** Format: date-time */
                            createdAt: string;
                            id: string;
                            /**
                             * @description Of the texts that the words stand in; `any` for all.
                             * @enum {unknown}
                             */
                            language: "any" | "en" | "de" | "fr";
                            /** Format: date-time */
                            updatedAt: string;
                            words: string[];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCompanies: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                /** @description How many at most. */
                limit?: number;
                /** @description Only those who sell, or only others. */
                supplier?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            billingAddress?: components["schemas"]["BillingAddress"];
                            country: string;
                            /** Format: date-time */
                            createdAt: string;
                            currency: string;
                            /** Format: date-time */
                            disabledAt?: string;
                            id: string;
                            name: string;
                            poNumberRequired: boolean;
                            /** @enum {unknown} */
                            state: "ACTIVE" | "DISABLED";
                            supplier: boolean;
                            vatId?: string;
                        }[];
                        meta: {
                            /** Format: int64 */
                            limit: number;
                            /** @description Asks for the next page. Absent on the last one. */
                            nextCursor?: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCompany: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    adminEmail?: string;
                    /** @description ISO 3166-1 alpha-2. */
                    country: string;
                    /** @description ISO 4217. */
                    currency: string;
                    name: string;
                    /** @default false */
                    supplier?: boolean;
                    /** @description With the country in front and without spaces: DE123456789. */
                    vatId?: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "co_01m7xb82dw3khw78phh28dvacd",
                         *       "name": "Example GmbH",
                         *       "currency": "EUR",
                         *       "country": "DE",
                         *       "supplier": false,
                         *       "state": "ACTIVE",
                         *       "vatId": "DE123456789",
                         *       "billingAddress": {
                         *         "name": "Accounts payable",
                         *         "line1": "Hafenstrasse 12",
                         *         "city": "Hamburg",
                         *         "postalCode": "20457",
                         *         "country": "DE"
                         *       },
                         *       "poNumberRequired": false,
                         *       "createdAt": "2026-01-02T03:04:05.000Z"
                         *     }
                         */
                        data: {
                            billingAddress?: components["schemas"]["BillingAddress"];
                            country: string;
                            /** Format: date-time */
                            createdAt: string;
                            currency: string;
                            /** Format: date-time */
                            disabledAt?: string;
                            id: string;
                            name: string;
                            poNumberRequired: boolean;
                            /** @enum {unknown} */
                            state: "ACTIVE" | "DISABLED";
                            supplier: boolean;
                            vatId?: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "co_01m7xb82dw3khw78phh28dvacd",
                         *       "name": "Example GmbH",
                         *       "currency": "EUR",
                         *       "country": "DE",
                         *       "supplier": false,
                         *       "state": "ACTIVE",
                         *       "vatId": "DE123456789",
                         *       "billingAddress": {
                         *         "name": "Accounts payable",
                         *         "line1": "Hafenstrasse 12",
                         *         "city": "Hamburg",
                         *         "postalCode": "20457",
                         *         "country": "DE"
                         *       },
                         *       "poNumberRequired": false,
                         *       "createdAt": "2026-01-02T03:04:05.000Z"
                         *     }
                         */
                        data: {
                            billingAddress?: components["schemas"]["BillingAddress"];
                            country: string;
                            /** Format: date-time */
                            createdAt: string;
                            currency: string;
                            /** Format: date-time */
                            disabledAt?: string;
                            id: string;
                            name: string;
                            poNumberRequired: boolean;
                            /** @enum {unknown} */
                            state: "ACTIVE" | "DISABLED";
                            supplier: boolean;
                            vatId?: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    billingAddress?: components["schemas"]["BillingAddressInput"] | null;
                    /** @description ISO 3166-1 alpha-2. */
                    country?: string;
                    /** @description ISO 4217. */
                    currency?: string;
                    name?: string;
                    /** @description Nothing is bought without the number of a purchase order. */
                    poNumberRequired?: boolean;
                    /** @enum {unknown} */
                    state?: "ACTIVE" | "DISABLED";
                    supplier?: boolean;
                    vatId?: string | null;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "co_01m7xb82dw3khw78phh28dvacd",
                         *       "name": "Example GmbH",
                         *       "currency": "EUR",
                         *       "country": "DE",
                         *       "supplier": false,
                         *       "state": "ACTIVE",
                         *       "vatId": "DE123456789",
                         *       "billingAddress": {
                         *         "name": "Accounts payable",
                         *         "line1": "Hafenstrasse 12",
                         *         "city": "Hamburg",
                         *         "postalCode": "20457",
                         *         "country": "DE"
                         *       },
                         *       "poNumberRequired": false,
                         *       "createdAt": "2026-01-02T03:04:05.000Z"
                         *     }
                         */
                        data: {
                            billingAddress?: components["schemas"]["BillingAddress"];
                            country: string;
                            /** Format: date-time */
                            createdAt: string;
                            currency: string;
                            /** Format: date-time */
                            disabledAt?: string;
                            id: string;
                            name: string;
                            poNumberRequired: boolean;
                            /** @enum {unknown} */
                            state: "ACTIVE" | "DISABLED";
                            supplier: boolean;
                            vatId?: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCreditAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "accounts": [
                         *         {
                         *           "currency": "EUR",
                         *           "state": "OPEN",
                         *           "limit": {
                         *             "amount": "10000.00",
                         *             "currency": "EUR"
                         *           },
                         *           "used": {
                         *             "amount": "1250.00",
                         *             "currency": "EUR"
                         *           },
                         *           "available": {
                         *             "amount": "8750.00",
                         *             "currency": "EUR"
                         *           },
                         *           "netDays": 30
                         *         }
                         *       ]
                         *     }
                         */
                        data: {
                            accounts: {
                                /** @description What may still be bought on credit. Never below zero. */
                                available: {
                                    /** @example 12.50 */
                                    amount: string;
                                    /** @example EUR */
                                    currency: string;
                                };
                                currency: string;
                                limit: components["schemas"]["Money"];
                                /** Format: int64 */
                                netDays: number;
                                /**
                                 * @description SUSPENDED: nothing more is sold on credit; what is owed stays owed.
                                 * @enum {unknown}
                                 */
                                state: "OPEN" | "SUSPENDED";
                                /** @description Promised and charged, and not repaid. Below zero: the company is owed money. */
                                used: {
                                    /** @example 12.50 */
                                    amount: string;
                                    /** @example EUR */
                                    currency: string;
                                };
                            }[];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    setCreditTerms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                companyId: string;
                currency: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description In the currency of the account. */
                    limit: string;
                    /**
                     * Format: int32
                     * @description Days from the order to the day on which it is due.
                     */
                    netDays: number;
                    /**
                     * @description SUSPENDED: nothing more is sold on credit; what is owed stays owed.
                     * @enum {unknown}
                     */
                    state?: "OPEN" | "SUSPENDED";
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "currency": "EUR",
                         *       "state": "OPEN",
                         *       "limit": {
                         *         "amount": "10000.00",
                         *         "currency": "EUR"
                         *       },
                         *       "used": {
                         *         "amount": "1250.00",
                         *         "currency": "EUR"
                         *       },
                         *       "available": {
                         *         "amount": "8750.00",
                         *         "currency": "EUR"
                         *       },
                         *       "netDays": 30
                         *     }
                         */
                        data: {
                            /** @description What may still be bought on credit. Never below zero. */
                            available: {
                                /** @example 12.50 */
                                amount: string;
                                /** @example EUR */
                                currency: string;
                            };
                            currency: string;
                            limit: components["schemas"]["Money"];
                            /** Format: int64 */
                            netDays: number;
                            /**
                             * @description SUSPENDED: nothing more is sold on credit; what is owed stays owed.
                             * @enum {unknown}
                             */
                            state: "OPEN" | "SUSPENDED";
                            /** @description Promised and charged, and not repaid. Below zero: the company is owed money. */
                            used: {
                                /** @example 12.50 */
                                amount: string;
                                /** @example EUR */
                                currency: string;
                            };
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    noteRepayment: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                companyId: string;
                currency: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: string;
                    /** @description The bank’s reference: it stands in the audit log. */
                    reference?: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "currency": "EUR",
                         *       "state": "OPEN",
                         *       "limit": {
                         *         "amount": "10000.00",
                         *         "currency": "EUR"
                         *       },
                         *       "used": {
                         *         "amount": "1250.00",
                         *         "currency": "EUR"
                         *       },
                         *       "available": {
                         *         "amount": "8750.00",
                         *         "currency": "EUR"
                         *       },
                         *       "netDays": 30
                         *     }
                         */
                        data: {
                            /** @description What may still be bought on credit. Never below zero. */
                            available: {
                                /** @example 12.50 */
                                amount: string;
                                /** @example EUR */
                                currency: string;
                            };
                            currency: string;
                            limit: components["schemas"]["Money"];
                            /** Format: int64 */
                            netDays: number;
                            /**
                             * @description SUSPENDED: nothing more is sold on credit; what is owed stays owed.
                             * @enum {unknown}
                             */
                            state: "OPEN" | "SUSPENDED";
                            /** @description Promised and charged, and not repaid. Below zero: the company is owed money. */
                            used: {
                                /** @example 12.50 */
                                amount: string;
                                /** @example EUR */
                                currency: string;
                            };
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Impossible"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUnvalidatedCartClients: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                /** @description How many at most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            clientId: string;
                            companyId: string;
                            contract: string;
                            /** Format: date-time */
                            firstSeenAt: string;
                            /** Format: date-time */
                            lastSeenAt: string;
                            status: "UNVALIDATED" | "VALIDATED";
                        }[];
                        meta: {
                            /** Format: int64 */
                            limit: number;
                            /** @description Asks for the next page. Absent on the last one. */
                            nextCursor?: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    inviteOperator: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "inv_01m7xb82dw3khw78phh28dvacd",
                         *       "email": "bea@example.com",
                         *       "roles": [
                         *         "buyer"
                         *       ],
                         *       "state": "OPEN",
                         *       "invitedBy": "usr_01m7xb82dw3khw78phh28dvacd",
                         *       "createdAt": "2026-01-02T03:04:05.000Z",
                         *       "expiresAt": "2026-01-09T03:04:05.000Z"
                         *     }
                         */
                        data: {
                            /** Format: date-time */
                            closedAt?: string;
                            /** Format: date-time */
                            createdAt: string;
                            email: string;
                            /** Format: date-time */
                            expiresAt: string;
                            id: string;
                            invitedBy?: string;
                            roles: ("buyer" | "approver" | "company_admin" | "operator")[];
                            /** @enum {unknown} */
                            state: "OPEN" | "ACCEPTED" | "REVOKED" | "EXPIRED";
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCheckoutBaseline: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "thresholdsSeconds": {
                         *         "RESERVED": 120,
                         *         "PAYMENT_INITIATED_CART_RECONCILING": 300
                         *       },
                         *       "alive": {
                         *         "RESERVED": {
                         *           "count": 2,
                         *           "stuck": 0,
                         *           "oldestSeconds": 31
                         *         },
                         *         "PAYMENT_INITIATED_CART_RECONCILING": {
                         *           "count": 1,
                         *           "stuck": 1,
                         *           "oldestSeconds": 340
                         *         }
                         *       },
                         *       "last24h": {
                         *         "ended": 20,
                         *         "completed": 17,
                         *         "expired": 2,
                         *         "failed": 1,
                         *         "cancelled": 0,
                         *         "expiryRate": 0.1,
                         *         "failureRate": 0.05,
                         *         "completionP50Seconds": 41.2,
                         *         "completionP95Seconds": 180.5
                         *       },
                         *       "last7d": {
                         *         "ended": 20,
                         *         "completed": 17,
                         *         "expired": 2,
                         *         "failed": 1,
                         *         "cancelled": 0,
                         *         "expiryRate": 0.1,
                         *         "failureRate": 0.05,
                         *         "completionP50Seconds": 41.2,
                         *         "completionP95Seconds": 180.5
                         *       }
                         *     }
                         */
                        data: {
                            alive: {
                                PAYMENT_INITIATED_CART_RECONCILING: {
                                    /** Format: int64 */
                                    count: number;
                                    oldestSeconds: number;
                                    /** Format: int64 */
                                    stuck: number;
                                };
                                RESERVED: {
                                    /** Format: int64 */
                                    count: number;
                                    oldestSeconds: number;
                                    /** Format: int64 */
                                    stuck: number;
                                };
                            };
                            last7d: {
                                /** Format: int64 */
                                cancelled: number;
                                /** Format: int64 */
                                completed: number;
                                /** @description Seconds from the reservation to the order. Absent without any. */
                                completionP50Seconds?: number;
                                /** @description Seconds from the reservation to the order. Absent without any. */
                                completionP95Seconds?: number;
                                /** Format: int64 */
                                ended: number;
                                /** Format: int64 */
                                expired: number;
                                /** @description Of all that ended. Absent where none did. */
                                expiryRate?: number;
                                /** Format: int64 */
                                failed: number;
                                /** @description Of all that ended. Absent where none did. */
                                failureRate?: number;
                            };
                            last24h: {
                                /** Format: int64 */
                                cancelled: number;
                                /** Format: int64 */
                                completed: number;
                                /** @description Seconds from the reservation to the order. Absent without any. */
                                completionP50Seconds?: number;
                                /** @description Seconds from the reservation to the order. Absent without any. */
                                completionP95Seconds?: number;
                                /** Format: int64 */
                                ended: number;
                                /** Format: int64 */
                                expired: number;
                                /** @description Of all that ended. Absent where none did. */
                                expiryRate?: number;
                                /** Format: int64 */
                                failed: number;
                                /** @description Of all that ended. Absent where none did. */
                                failureRate?: number;
                            };
                            thresholdsSeconds: {
                                /** Format: int64 */
                                PAYMENT_INITIATED_CART_RECONCILING: number;
                                /** Format: int64 */
                                RESERVED: number;
                            };
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportCheckouts: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                /** @description How many at most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: int64
                             * @description Since it came into this state.
                             */
                            ageSeconds: number;
                            checkoutId: string;
                            companyId: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** @description What the sweeper met when it last looked. */
                            lastError?: string;
                            /** @description What the sweeper will do next, if nobody does anything before. */
                            next: {
                                /** @enum {unknown} */
                                action: "expire_reservation" | "ask_payment_provider";
                                /** Format: date-time */
                                at: string;
                            };
                            paymentId?: string;
                            /** Format: date-time */
                            reservedUntil: string;
                            /** @enum {unknown} */
                            state: "RESERVED" | "PAYMENT_INITIATED_CART_RECONCILING";
                            stuck: boolean;
                            total: components["schemas"]["Money"];
                        }[];
                        meta: {
                            /** Format: int64 */
                            limit: number;
                            /** @description Asks for the next page. Absent on the last one. */
                            nextCursor?: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    erasePerson: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            erasedAt: string;
                            /** @description What stays, and why the law wants it to. */
                            kept: {
                                /** Format: int64 */
                                count: number;
                                reason: string;
                                what: string;
                            }[];
                            userId: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAdminSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "usr_01m7xb82dw3khw78phh28dvacd",
                         *       "kind": "person",
                         *       "email": "buyer@example.com",
                         *       "name": "Bea Buyer",
                         *       "companyId": "co_01m7xb82dw3khw78phh28dvacd",
                         *       "roles": [
                         *         "operator"
                         *       ],
                         *       "scopes": [
                         *         "products:read",
                         *         "orders:read"
                         *       ],
                         *       "sessionId": "ses_01m7xb82dw3khw78phh28dvacd",
                         *       "expiresAt": "2026-01-02T03:14:05.000Z"
                         *     }
                         */
                        data: {
                            companyId: string;
                            email?: string;
                            /** Format: date-time */
                            expiresAt?: string;
                            id: string;
                            kind: string;
                            name?: string;
                            roles: string[];
                            scopes: string[];
                            sessionId?: string;
                        } & {
                            [key: string]: unknown;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    openAdminSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "usr_01m7xb82dw3khw78phh28dvacd",
                         *       "kind": "person",
                         *       "email": "buyer@example.com",
                         *       "name": "Bea Buyer",
                         *       "companyId": "co_01m7xb82dw3khw78phh28dvacd",
                         *       "roles": [
                         *         "operator"
                         *       ],
                         *       "scopes": [
                         *         "products:read",
                         *         "orders:read"
                         *       ],
                         *       "sessionId": "ses_01m7xb82dw3khw78phh28dvacd",
                         *       "expiresAt": "2026-01-02T03:14:05.000Z"
                         *     }
                         */
                        data: {
                            companyId: string;
                            email?: string;
                            /** Format: date-time */
                            expiresAt?: string;
                            id: string;
                            kind: string;
                            name?: string;
                            roles: string[];
                            scopes: string[];
                            sessionId?: string;
                        } & {
                            [key: string]: unknown;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    closeAdminSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "signedOut": true,
                         *       "endedAtApi": true
                         *     }
                         */
                        data: {
                            /** @description False when the API could not be told: then the session there ends by itself. */
                            endedAtApi: boolean;
                            /** @constant */
                            signedOut: true;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    completeAdminSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    challengeToken: string;
                    mailCode?: string;
                    recoveryCode?: string;
                    totp?: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "usr_01m7xb82dw3khw78phh28dvacd",
                         *       "kind": "person",
                         *       "email": "buyer@example.com",
                         *       "name": "Bea Buyer",
                         *       "companyId": "co_01m7xb82dw3khw78phh28dvacd",
                         *       "roles": [
                         *         "operator"
                         *       ],
                         *       "scopes": [
                         *         "products:read",
                         *         "orders:read"
                         *       ],
                         *       "sessionId": "ses_01m7xb82dw3khw78phh28dvacd",
                         *       "expiresAt": "2026-01-02T03:14:05.000Z"
                         *     }
                         */
                        data: {
                            companyId: string;
                            email?: string;
                            /** Format: date-time */
                            expiresAt?: string;
                            id: string;
                            kind: string;
                            name?: string;
                            roles: string[];
                            scopes: string[];
                            sessionId?: string;
                        } & {
                            [key: string]: unknown;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPlatformShippingMethods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "methods": []
                         *     }
                         */
                        data: {
                            methods: {
                                countries: string[];
                                currency: string;
                                id: string;
                                /** @enum {unknown} */
                                kind: "DELIVERY" | "PICK_UP";
                                /** Format: int64 */
                                leadTimeDays: number;
                                name: string;
                                /** Format: int64 */
                                position: number;
                                /** @description Absent: the platform’s. */
                                supplierId?: string;
                                tiers: {
                                    from: string;
                                    price: string;
                                }[];
                            }[];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    addPlatformShippingMethod: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Absent or empty: everywhere. */
                    countries?: string[];
                    currency: string;
                    /** @enum {unknown} */
                    kind: "DELIVERY" | "PICK_UP";
                    /** Format: int32 */
                    leadTimeDays: number;
                    name: string;
                    /**
                     * Format: int32
                     * @description The smallest comes first, and is taken when none is named. Default: 100.
                     */
                    position?: number;
                    /** @description What carriage costs, by what the goods of a parcel are worth: the highest that is reached counts. One tier is a flat price; a last one of 0 is free above. Absent: it costs nothing. */
                    tiers?: {
                        from: string;
                        price: string;
                    }[];
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "shp_01m7xb82dw3khw78phh28dvacd",
                         *       "name": "Parcel",
                         *       "kind": "DELIVERY",
                         *       "countries": [
                         *         "DE",
                         *         "AT"
                         *       ],
                         *       "currency": "EUR",
                         *       "tiers": [
                         *         {
                         *           "from": "0",
                         *           "price": "6.90"
                         *         },
                         *         {
                         *           "from": "250.00",
                         *           "price": "0"
                         *         }
                         *       ],
                         *       "leadTimeDays": 2,
                         *       "position": 100
                         *     }
                         */
                        data: {
                            countries: string[];
                            currency: string;
                            id: string;
                            /** @enum {unknown} */
                            kind: "DELIVERY" | "PICK_UP";
                            /** Format: int64 */
                            leadTimeDays: number;
                            name: string;
                            /** Format: int64 */
                            position: number;
                            /** @description Absent: the platform’s. */
                            supplierId?: string;
                            tiers: {
                                from: string;
                                price: string;
                            }[];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    changePlatformShippingMethod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                shippingMethodId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Absent or empty: everywhere. */
                    countries?: string[];
                    currency: string;
                    /** @enum {unknown} */
                    kind: "DELIVERY" | "PICK_UP";
                    /** Format: int32 */
                    leadTimeDays: number;
                    name: string;
                    /**
                     * Format: int32
                     * @description The smallest comes first, and is taken when none is named. Default: 100.
                     */
                    position?: number;
                    /** @description What carriage costs, by what the goods of a parcel are worth: the highest that is reached counts. One tier is a flat price; a last one of 0 is free above. Absent: it costs nothing. */
                    tiers?: {
                        from: string;
                        price: string;
                    }[];
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "shp_01m7xb82dw3khw78phh28dvacd",
                         *       "name": "Parcel",
                         *       "kind": "DELIVERY",
                         *       "countries": [
                         *         "DE",
                         *         "AT"
                         *       ],
                         *       "currency": "EUR",
                         *       "tiers": [
                         *         {
                         *           "from": "0",
                         *           "price": "6.90"
                         *         },
                         *         {
                         *           "from": "250.00",
                         *           "price": "0"
                         *         }
                         *       ],
                         *       "leadTimeDays": 2,
                         *       "position": 100
                         *     }
                         */
                        data: {
                            countries: string[];
                            currency: string;
                            id: string;
                            /** @enum {unknown} */
                            kind: "DELIVERY" | "PICK_UP";
                            /** Format: int64 */
                            leadTimeDays: number;
                            name: string;
                            /** Format: int64 */
                            position: number;
                            /** @description Absent: the platform’s. */
                            supplierId?: string;
                            tiers: {
                                from: string;
                                price: string;
                            }[];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePlatformShippingMethod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                shippingMethodId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "shp_01m7xb82dw3khw78phh28dvacd",
                         *       "name": "Parcel",
                         *       "kind": "DELIVERY",
                         *       "countries": [
                         *         "DE",
                         *         "AT"
                         *       ],
                         *       "currency": "EUR",
                         *       "tiers": [
                         *         {
                         *           "from": "0",
                         *           "price": "6.90"
                         *         },
                         *         {
                         *           "from": "250.00",
                         *           "price": "0"
                         *         }
                         *       ],
                         *       "leadTimeDays": 2,
                         *       "position": 100
                         *     }
                         */
                        data: {
                            countries: string[];
                            currency: string;
                            id: string;
                            /** @enum {unknown} */
                            kind: "DELIVERY" | "PICK_UP";
                            /** Format: int64 */
                            leadTimeDays: number;
                            name: string;
                            /** Format: int64 */
                            position: number;
                            /** @description Absent: the platform’s. */
                            supplierId?: string;
                            tiers: {
                                from: string;
                                price: string;
                            }[];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    setTaxClass: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description With all that are below it. */
                    categoryId?: string;
                    productIds?: string[];
                    /** @description Null: as the category says, and where that says nothing, `standard`. */
                    taxClass: ("standard" | "reduced" | "reduced_low" | "super_reduced" | "parking" | "zero" | "exempt") | null;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "products": 0,
                         *       "categories": 3
                         *     }
                         */
                        data: {
                            /** Format: int64 */
                            categories: number;
                            /** Format: int64 */
                            products: number;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTaxRates: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-2. */
                country?: string;
                /** @description Default: today. */
                on?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "on": "2026-11-21",
                         *       "rates": [
                         *         {
                         *           "country": "DE",
                         *           "taxClass": "standard",
                         *           "rate": "19",
                         *           "source": "data"
                         *         }
                         *       ],
                         *       "corrections": []
                         *     }
                         */
                        data: {
                            /** @description What operators have set, of any day. */
                            corrections: {
                                /** @description ISO 3166-1 alpha-2. */
                                country: string;
                                id: string;
                                /** @description Where the rate is from: the next operator will ask. */
                                note: string;
                                /** @description In percent, with up to four decimals. */
                                rate: string;
                                /** Format: date-time */
                                setAt: string;
                                setBy: string;
                                /** @enum {unknown} */
                                taxClass: "standard" | "reduced" | "reduced_low" | "super_reduced" | "parking";
                                /** Format: date */
                                validFrom: string;
                                /** Format: date */
                                validUntil?: string;
                            }[];
                            /** Format: date */
                            on: string;
                            /** @description What holds on that day. */
                            rates: {
                                country: string;
                                rate: string;
                                /** @enum {unknown} */
                                source: "data" | "operator";
                                taxClass: string;
                            }[];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    setTaxRate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description ISO 3166-1 alpha-2. */
                    country: string;
                    /** @description Where the rate is from: the next operator will ask. */
                    note: string;
                    /** @description In percent, with up to four decimals. */
                    rate: string;
                    /** @enum {unknown} */
                    taxClass: "standard" | "reduced" | "reduced_low" | "super_reduced" | "parking";
                    /** Format: date */
                    validFrom: string;
                    /** Format: date */
                    validUntil?: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "txr_01m7xb82dw3khw78phh28dvacd",
                         *       "country": "DE",
                         *       "taxClass": "standard",
                         *       "rate": "16",
                         *       "validFrom": "2027-01-01",
                         *       "validUntil": "2027-06-30",
                         *       "note": "Federal law gazette I 2026, page 1512",
                         *       "setBy": "usr_01m7x9v1c40e5rk2m8w3tq6zna",
                         *       "setAt": "2026-12-02T03:04:05.000Z"
                         *     }
                         */
                        data: {
                            /** @description ISO 3166-1 alpha-2. */
                            country: string;
                            id: string;
                            /** @description Where the rate is from: the next operator will ask. */
                            note: string;
                            /** @description In percent, with up to four decimals. */
                            rate: string;
                            /** Format: date-time */
                            setAt: string;
                            setBy: string;
                            /** @enum {unknown} */
                            taxClass: "standard" | "reduced" | "reduced_low" | "super_reduced" | "parking";
                            /** Format: date */
                            validFrom: string;
                            /** Format: date */
                            validUntil?: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTaxRate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                rateId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "txr_01m7xb82dw3khw78phh28dvacd",
                         *       "country": "DE",
                         *       "taxClass": "standard",
                         *       "rate": "16",
                         *       "validFrom": "2027-01-01",
                         *       "validUntil": "2027-06-30",
                         *       "note": "Federal law gazette I 2026, page 1512",
                         *       "setBy": "usr_01m7x9v1c40e5rk2m8w3tq6zna",
                         *       "setAt": "2026-12-02T03:04:05.000Z"
                         *     }
                         */
                        data: {
                            /** @description ISO 3166-1 alpha-2. */
                            country: string;
                            id: string;
                            /** @description Where the rate is from: the next operator will ask. */
                            note: string;
                            /** @description In percent, with up to four decimals. */
                            rate: string;
                            /** Format: date-time */
                            setAt: string;
                            setBy: string;
                            /** @enum {unknown} */
                            taxClass: "standard" | "reduced" | "reduced_low" | "super_reduced" | "parking";
                            /** Format: date */
                            validFrom: string;
                            /** Format: date */
                            validUntil?: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAddresses: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                /** @description How many at most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            address: components["schemas"]["BillingAddress"];
                            /** Format: date-time */
                            changedAt: string;
                            /** Format: date-time */
                            createdAt: string;
                            defaultBillTo: boolean;
                            defaultShipTo: boolean;
                            id: string;
                            label: string;
                        }[];
                        meta: {
                            /** Format: int64 */
                            limit: number;
                            /** @description Asks for the next page. Absent on the last one. */
                            nextCursor?: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    addAddress: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    address: components["schemas"]["BillingAddressInput"];
                    /** @description Where invoices go. Takes the place of the address that was it. */
                    defaultBillTo?: boolean;
                    /** @description Where goods go. Takes the place of the address that was it. */
                    defaultShipTo?: boolean;
                    label: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "adr_01m7xb82dw3khw78phh28dvacd",
                         *       "label": "Warehouse north",
                         *       "address": {
                         *         "name": "Goods receipt",
                         *         "company": "Example GmbH",
                         *         "line1": "Hafenstr. 7",
                         *         "city": "Hamburg",
                         *         "postalCode": "20457",
                         *         "country": "DE"
                         *       },
                         *       "defaultShipTo": true,
                         *       "defaultBillTo": false,
                         *       "createdAt": "2026-01-02T03:04:05.000Z",
                         *       "changedAt": "2026-01-02T03:04:05.000Z"
                         *     }
                         */
                        data: {
                            address: components["schemas"]["BillingAddress"];
                            /** Format: date-time */
                            changedAt: string;
                            /** Format: date-time */
                            createdAt: string;
                            defaultBillTo: boolean;
                            defaultShipTo: boolean;
                            id: string;
                            label: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                addressId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "adr_01m7xb82dw3khw78phh28dvacd",
                         *       "label": "Warehouse north",
                         *       "address": {
                         *         "name": "Goods receipt",
                         *         "company": "Example GmbH",
                         *         "line1": "Hafenstr. 7",
                         *         "city": "Hamburg",
                         *         "postalCode": "20457",
                         *         "country": "DE"
                         *       },
                         *       "defaultShipTo": true,
                         *       "defaultBillTo": false,
                         *       "createdAt": "2026-01-02T03:04:05.000Z",
                         *       "changedAt": "2026-01-02T03:04:05.000Z"
                         *     }
                         */
                        data: {
                            address: components["schemas"]["BillingAddress"];
                            /** Format: date-time */
                            changedAt: string;
                            /** Format: date-time */
                            createdAt: string;
                            defaultBillTo: boolean;
                            defaultShipTo: boolean;
                            id: string;
                            label: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                addressId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "adr_01m7xb82dw3khw78phh28dvacd",
                         *       "label": "Warehouse north",
                         *       "address": {
                         *         "name": "Goods receipt",
                         *         "company": "Example GmbH",
                         *         "line1": "Hafenstr. 7",
                         *         "city": "Hamburg",
                         *         "postalCode": "20457",
                         *         "country": "DE"
                         *       },
                         *       "defaultShipTo": true,
                         *       "defaultBillTo": false,
                         *       "createdAt": "2026-01-02T03:04:05.000Z",
                         *       "changedAt": "2026-01-02T03:04:05.000Z"
                         *     }
                         */
                        data: {
                            address: components["schemas"]["BillingAddress"];
                            /** Format: date-time */
                            changedAt: string;
                            /** Format: date-time */
                            createdAt: string;
                            defaultBillTo: boolean;
                            defaultShipTo: boolean;
                            id: string;
                            label: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                addressId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    address?: components["schemas"]["BillingAddressInput"];
                    /** @description Where invoices go. Takes the place of the address that was it. */
                    defaultBillTo?: boolean;
                    /** @description Where goods go. Takes the place of the address that was it. */
                    defaultShipTo?: boolean;
                    label?: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "adr_01m7xb82dw3khw78phh28dvacd",
                         *       "label": "Warehouse north",
                         *       "address": {
                         *         "name": "Goods receipt",
                         *         "company": "Example GmbH",
                         *         "line1": "Hafenstr. 7",
                         *         "city": "Hamburg",
                         *         "postalCode": "20457",
                         *         "country": "DE"
                         *       },
                         *       "defaultShipTo": true,
                         *       "defaultBillTo": false,
                         *       "createdAt": "2026-01-02T03:04:05.000Z",
                         *       "changedAt": "2026-01-02T03:04:05.000Z"
                         *     }
                         */
                        data: {
                            address: components["schemas"]["BillingAddress"];
                            /** Format: date-time */
                            changedAt: string;
                            /** Format: date-time */
                            createdAt: string;
                            defaultBillTo: boolean;
                            defaultShipTo: boolean;
                            id: string;
                            label: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                /** @description How many at most. */
                limit?: number;
                /** @description Only keys in this state. */
                state?: "ACTIVE" | "EXPIRED" | "REVOKED";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            allowedCidrs: string[];
                            /** @description The first key of its chain of rotations: its cart and its contracts are these. */
                            clientId: string;
                            /** @description The versioned contracts of clients, and whether this one has passed them. */
                            contracts?: {
                                cartConcurrency: {
                                    /** @enum {unknown} */
                                    status: "UNVALIDATED" | "VALIDATED";
                                    /** Format: date-time */
                                    validatedAt?: string;
                                    /** Format: int64 */
                                    version: number;
                                };
                            };
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: string;
                            /** Format: date-time */
                            expiresAt: string;
                            id: string;
                            keyEnd: string;
                            /** @description The first characters: they name the key, and are no secret. */
                            keyStart: string;
                            /** Format: date-time */
                            lastUsedAt?: string;
                            /** @description The network that it was last used from. */
                            lastUsedFrom?: string;
                            name: string;
                            /** @description The key that it was rotated to. */
                            replacedBy?: string;
                            /** Format: int64 */
                            requestsPerMinute?: number;
                            /** Format: date-time */
                            revokedAt?: string;
                            scopes: ("products:read" | "orders:read" | "orders:write" | "payments:read" | "payments:write" | "support:read" | "support:write" | "webhooks:manage")[];
                            /** @enum {unknown} */
                            state: "ACTIVE" | "EXPIRED" | "REVOKED";
                        }[];
                        meta: {
                            /** Format: int64 */
                            limit: number;
                            /** @description Asks for the next page. Absent on the last one. */
                            nextCursor?: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Networks (192.0.2.0/24, 2001:db8::/48) or single addresses that the key works from. None: from anywhere. */
                    allowedCidrs?: string[];
                    /** Format: date-time */
                    expiresAt?: string;
                    name: string;
                    /**
                     * Format: int32
                     * @description A limit of its own, not above the limit that everybody has.
                     */
                    requestsPerMinute?: number;
                    scopes: ("products:read" | "orders:read" | "orders:write" | "payments:read" | "payments:write" | "support:read" | "support:write" | "webhooks:manage")[];
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "key_01m7xb82dw3khw78phh28dvacd",
                         *       "clientId": "key_01m7xb82dw3khw78phh28dvacd",
                         *       "name": "ERP",
                         *       "state": "ACTIVE",
                         *       "keyStart": "pvy_live_4xKq0Zr8Wb1N",
                         *       "keyEnd": "a9Zk",
                         *       "scopes": [
                         *         "products:read",
                         *         "orders:write"
                         *       ],
                         *       "allowedCidrs": [
                         *         "192.0.2.0/24"
                         *       ],
                         *       "requestsPerMinute": 120,
                         *       "createdBy": "usr_01m7xb82dw3khw78phh28dvacd",
                         *       "createdAt": "2026-01-02T03:04:05.000Z",
                         *       "expiresAt": "2027-01-02T03:04:05.000Z",
                         *       "contracts": {
                         *         "cartConcurrency": {
                         *           "version": 1,
                         *           "status": "UNVALIDATED"
                         *         }
                         *       },
                         *       "key": "<API_KEY>"
                         *     }
                         */
                        data: {
                            allowedCidrs: string[];
                            /** @description The first key of its chain of rotations: its cart and its contracts are these. */
                            clientId: string;
                            /** @description The versioned contracts of clients, and whether this one has passed them. */
                            contracts?: {
                                cartConcurrency: {
                                    /** @enum {unknown} */
                                    status: "UNVALIDATED" | "VALIDATED";
                                    /** Format: date-time */
                                    validatedAt?: string;
                                    /** Format: int64 */
                                    version: number;
                                };
                            };
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: string;
                            /** Format: date-time */
                            expiresAt: string;
                            id: string;
                            /** @description The key itself: shown in this answer and never again. */
                            key?: string;
                            keyEnd: string;
                            /** @description The first characters: they name the key, and are no secret. */
                            keyStart: string;
                            /** Format: date-time */
                            lastUsedAt?: string;
                            /** @description The network that it was last used from. */
                            lastUsedFrom?: string;
                            name: string;
                            /** @description The key that it was rotated to. */
                            replacedBy?: string;
                            /** Format: int64 */
                            requestsPerMinute?: number;
                            /** Format: date-time */
                            revokedAt?: string;
                            scopes: ("products:read" | "orders:read" | "orders:write" | "payments:read" | "payments:write" | "support:read" | "support:write" | "webhooks:manage")[];
                            /** @enum {unknown} */
                            state: "ACTIVE" | "EXPIRED" | "REVOKED";
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Impossible"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "key_01m7xb82dw3khw78phh28dvacd",
                         *       "clientId": "key_01m7xb82dw3khw78phh28dvacd",
                         *       "name": "ERP",
                         *       "state": "ACTIVE",
                         *       "keyStart": "pvy_live_4xKq0Zr8Wb1N",
                         *       "keyEnd": "a9Zk",
                         *       "scopes": [
                         *         "products:read",
                         *         "orders:write"
                         *       ],
                         *       "allowedCidrs": [
                         *         "192.0.2.0/24"
                         *       ],
                         *       "requestsPerMinute": 120,
                         *       "createdBy": "usr_01m7xb82dw3khw78phh28dvacd",
                         *       "createdAt": "2026-01-02T03:04:05.000Z",
                         *       "expiresAt": "2027-01-02T03:04:05.000Z",
                         *       "contracts": {
                         *         "cartConcurrency": {
                         *           "version": 1,
                         *           "status": "UNVALIDATED"
                         *         }
                         *       }
                         *     }
                         */
                        data: {
                            allowedCidrs: string[];
                            /** @description The first key of its chain of rotations: its cart and its contracts are these. */
                            clientId: string;
                            /** @description The versioned contracts of clients, and whether this one has passed them. */
                            contracts?: {
                                cartConcurrency: {
                                    /** @enum {unknown} */
                                    status: "UNVALIDATED" | "VALIDATED";
                                    /** Format: date-time */
                                    validatedAt?: string;
                                    /** Format: int64 */
                                    version: number;
                                };
                            };
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: string;
                            /** Format: date-time */
                            expiresAt: string;
                            id: string;
                            keyEnd: string;
                            /** @description The first characters: they name the key, and are no secret. */
                            keyStart: string;
                            /** Format: date-time */
                            lastUsedAt?: string;
                            /** @description The network that it was last used from. */
                            lastUsedFrom?: string;
                            name: string;
                            /** @description The key that it was rotated to. */
                            replacedBy?: string;
                            /** Format: int64 */
                            requestsPerMinute?: number;
                            /** Format: date-time */
                            revokedAt?: string;
                            scopes: ("products:read" | "orders:read" | "orders:write" | "payments:read" | "payments:write" | "support:read" | "support:write" | "webhooks:manage")[];
                            /** @enum {unknown} */
                            state: "ACTIVE" | "EXPIRED" | "REVOKED";
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "key_01m7xb82dw3khw78phh28dvacd",
                         *       "clientId": "key_01m7xb82dw3khw78phh28dvacd",
                         *       "name": "ERP",
                         *       "state": "ACTIVE",
                         *       "keyStart": "pvy_live_4xKq0Zr8Wb1N",
                         *       "keyEnd": "a9Zk",
                         *       "scopes": [
                         *         "products:read",
                         *         "orders:write"
                         *       ],
                         *       "allowedCidrs": [
                         *         "192.0.2.0/24"
                         *       ],
                         *       "requestsPerMinute": 120,
                         *       "createdBy": "usr_01m7xb82dw3khw78phh28dvacd",
                         *       "createdAt": "2026-01-02T03:04:05.000Z",
                         *       "expiresAt": "2027-01-02T03:04:05.000Z",
                         *       "contracts": {
                         *         "cartConcurrency": {
                         *           "version": 1,
                         *           "status": "UNVALIDATED"
                         *         }
                         *       }
                         *     }
                         */
                        data: {
                            allowedCidrs: string[];
                            /** @description The first key of its chain of rotations: its cart and its contracts are these. */
                            clientId: string;
                            /** @description The versioned contracts of clients, and whether this one has passed them. */
                            contracts?: {
                                cartConcurrency: {
                                    /** @enum {unknown} */
                                    status: "UNVALIDATED" | "VALIDATED";
                                    /** Format: date-time */
                                    validatedAt?: string;
                                    /** Format: int64 */
                                    version: number;
                                };
                            };
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: string;
                            /** Format: date-time */
                            expiresAt: string;
                            id: string;
                            keyEnd: string;
                            /** @description The first characters: they name the key, and are no secret. */
                            keyStart: string;
                            /** Format: date-time */
                            lastUsedAt?: string;
                            /** @description The network that it was last used from. */
                            lastUsedFrom?: string;
                            name: string;
                            /** @description The key that it was rotated to. */
                            replacedBy?: string;
                            /** Format: int64 */
                            requestsPerMinute?: number;
                            /** Format: date-time */
                            revokedAt?: string;
                            scopes: ("products:read" | "orders:read" | "orders:write" | "payments:read" | "payments:write" | "support:read" | "support:write" | "webhooks:manage")[];
                            /** @enum {unknown} */
                            state: "ACTIVE" | "EXPIRED" | "REVOKED";
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Networks (192.0.2.0/24, 2001:db8::/48) or single addresses that the key works from. None: from anywhere. */
                    allowedCidrs?: string[];
                    name?: string;
                    /** @description Null takes its own limit away. */
                    requestsPerMinute?: number | null;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "key_01m7xb82dw3khw78phh28dvacd",
                         *       "clientId": "key_01m7xb82dw3khw78phh28dvacd",
                         *       "name": "ERP",
                         *       "state": "ACTIVE",
                         *       "keyStart": "pvy_live_4xKq0Zr8Wb1N",
                         *       "keyEnd": "a9Zk",
                         *       "scopes": [
                         *         "products:read",
                         *         "orders:write"
                         *       ],
                         *       "allowedCidrs": [
                         *         "192.0.2.0/24"
                         *       ],
                         *       "requestsPerMinute": 120,
                         *       "createdBy": "usr_01m7xb82dw3khw78phh28dvacd",
                         *       "createdAt": "2026-01-02T03:04:05.000Z",
                         *       "expiresAt": "2027-01-02T03:04:05.000Z",
                         *       "contracts": {
                         *         "cartConcurrency": {
                         *           "version": 1,
                         *           "status": "UNVALIDATED"
                         *         }
                         *       }
                         *     }
                         */
                        data: {
                            allowedCidrs: string[];
                            /** @description The first key of its chain of rotations: its cart and its contracts are these. */
                            clientId: string;
                            /** @description The versioned contracts of clients, and whether this one has passed them. */
                            contracts?: {
                                cartConcurrency: {
                                    /** @enum {unknown} */
                                    status: "UNVALIDATED" | "VALIDATED";
                                    /** Format: date-time */
                                    validatedAt?: string;
                                    /** Format: int64 */
                                    version: number;
                                };
                            };
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: string;
                            /** Format: date-time */
                            expiresAt: string;
                            id: string;
                            keyEnd: string;
                            /** @description The first characters: they name the key, and are no secret. */
                            keyStart: string;
                            /** Format: date-time */
                            lastUsedAt?: string;
                            /** @description The network that it was last used from. */
                            lastUsedFrom?: string;
                            name: string;
                            /** @description The key that it was rotated to. */
                            replacedBy?: string;
                            /** Format: int64 */
                            requestsPerMinute?: number;
                            /** Format: date-time */
                            revokedAt?: string;
                            scopes: ("products:read" | "orders:read" | "orders:write" | "payments:read" | "payments:write" | "support:read" | "support:write" | "webhooks:manage")[];
                            /** @enum {unknown} */
                            state: "ACTIVE" | "EXPIRED" | "REVOKED";
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description How long the old key works on: not at all, an hour, a day, a week or 30 days.
                     * @default 0
                     * @enum {unknown}
                     */
                    overlapSeconds?: 0 | 3600 | 86400 | 604800 | 2592000;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "key_01m7xb82dw3khw78phh28dvacd",
                         *       "clientId": "key_01m7xb82dw3khw78phh28dvacd",
                         *       "name": "ERP",
                         *       "state": "ACTIVE",
                         *       "keyStart": "pvy_live_4xKq0Zr8Wb1N",
                         *       "keyEnd": "a9Zk",
                         *       "scopes": [
                         *         "products:read",
                         *         "orders:write"
                         *       ],
                         *       "allowedCidrs": [
                         *         "192.0.2.0/24"
                         *       ],
                         *       "requestsPerMinute": 120,
                         *       "createdBy": "usr_01m7xb82dw3khw78phh28dvacd",
                         *       "createdAt": "2026-01-02T03:04:05.000Z",
                         *       "expiresAt": "2027-01-02T03:04:05.000Z",
                         *       "contracts": {
                         *         "cartConcurrency": {
                         *           "version": 1,
                         *           "status": "UNVALIDATED"
                         *         }
                         *       },
                         *       "key": "<API_KEY>"
                         *     }
                         */
                        data: {
                            allowedCidrs: string[];
                            /** @description The first key of its chain of rotations: its cart and its contracts are these. */
                            clientId: string;
                            /** @description The versioned contracts of clients, and whether this one has passed them. */
                            contracts?: {
                                cartConcurrency: {
                                    /** @enum {unknown} */
                                    status: "UNVALIDATED" | "VALIDATED";
                                    /** Format: date-time */
                                    validatedAt?: string;
                                    /** Format: int64 */
                                    version: number;
                                };
                            };
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: string;
                            /** Format: date-time */
                            expiresAt: string;
                            id: string;
                            /** @description The key itself: shown in this answer and never again. */
                            key?: string;
                            keyEnd: string;
                            /** @description The first characters: they name the key, and are no secret. */
                            keyStart: string;
                            /** Format: date-time */
                            lastUsedAt?: string;
                            /** @description The network that it was last used from. */
                            lastUsedFrom?: string;
                            name: string;
                            /** @description The key that it was rotated to. */
                            replacedBy?: string;
                            /** Format: int64 */
                            requestsPerMinute?: number;
                            /** Format: date-time */
                            revokedAt?: string;
                            scopes: ("products:read" | "orders:read" | "orders:write" | "payments:read" | "payments:write" | "support:read" | "support:write" | "webhooks:manage")[];
                            /** @enum {unknown} */
                            state: "ACTIVE" | "EXPIRED" | "REVOKED";
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAssortments: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                /** @description How many at most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Assortment"][];
                        meta: {
                            /** Format: int64 */
                            limit: number;
                            /** @description Asks for the next page. Absent on the last one. */
                            nextCursor?: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAssortment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Who sees no more than this. Of several assortments a product has to pass each. */
                    companyIds?: string[];
                    excluded?: {
                        /** @description As they stand in the facets. */
                        brands?: string[];
                        /** @description Ids of categories, each with all below it. */
                        categories?: string[];
                        /** @description Ids of single products. */
                        products?: string[];
                        /** @description Ids of companies. */
                        suppliers?: string[];
                    };
                    included?: {
                        /** @description As they stand in the facets. */
                        brands?: string[];
                        /** @description Ids of categories, each with all below it. */
                        categories?: string[];
                        /** @description Ids of single products. */
                        products?: string[];
                        /** @description Ids of companies. */
                        suppliers?: string[];
                    };
                    name: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Assortment"];
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAssortment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                assortmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Assortment"];
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteAssortment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                assortmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeAssortment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                assortmentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Who sees no more than this. Of several assortments a product has to pass each. */
                    companyIds?: string[];
                    excluded?: {
                        /** @description As they stand in the facets. */
                        brands?: string[];
                        /** @description Ids of categories, each with all below it. */
                        categories?: string[];
                        /** @description Ids of single products. */
                        products?: string[];
                        /** @description Ids of companies. */
                        suppliers?: string[];
                    };
                    included?: {
                        /** @description As they stand in the facets. */
                        brands?: string[];
                        /** @description Ids of categories, each with all below it. */
                        categories?: string[];
                        /** @description Ids of single products. */
                        products?: string[];
                        /** @description Ids of companies. */
                        suppliers?: string[];
                    };
                    name?: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Assortment"];
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description What was done, for example `identity.api_key_created`. */
                action?: string;
                /** @description Id of the person, key or app that did it. */
                actor?: string;
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                /** @description How many at most. */
                limit?: number;
                outcome?: "done" | "refused";
                /** @description The first instant. */
                since?: string;
                /** @description Id of what it was done to. */
                target?: string;
                /** @description The instant before which to stop. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            action: string;
                            actor?: {
                                clientId?: string;
                                id: string;
                                /** @description `person`, `api_key`, `oauth_app` or `system`. */
                                kind: string;
                                sessionId?: string;
                            };
                            /** @description The network that asked: /24 of IPv4, /48 of IPv6. */
                            address?: string;
                            details: {
                                [key: string]: unknown;
                            };
                            id: string;
                            /** Format: date-time */
                            occurredAt: string;
                            /** @enum {unknown} */
                            outcome: "done" | "refused";
                            requestId?: string;
                            target: {
                                id: string;
                                type: string;
                            };
                            /** @description The kind of program that asked. */
                            userAgent?: string;
                        }[];
                        meta: {
                            /** Format: int64 */
                            limit: number;
                            /** @description Asks for the next page. Absent on the last one. */
                            nextCursor?: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportAuditEntries: {
        parameters: {
            query?: {
                /** @description What was done, for example `identity.api_key_created`. */
                action?: string;
                /** @description Id of the person, key or app that did it. */
                actor?: string;
                /** @description `jsonl`: one entry a line. `csv`: for a table; what would be a formula there is quoted. */
                format?: "jsonl" | "csv";
                outcome?: "done" | "refused";
                /** @description The first instant. */
                since?: string;
                /** @description Id of what it was done to. */
                target?: string;
                /** @description The instant before which to stop. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCart: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of an open certification: the request then works on its practice cart instead of the real one. */
                "x-practice-cart"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            country: string;
                            currency: string;
                            id: string;
                            items: {
                                availability: {
                                    /** Format: int64 */
                                    available: number;
                                    /** Format: date-time */
                                    checkedAt: string;
                                    leadTimeDays: number | null;
                                    /**
                                     * @example in_stock
                                     * @example low_stock
                                     * @example out_of_stock
                                     * @example discontinued
                                     */
                                    status: string;
                                };
                                id: string;
                                /**
                                 * Format: int64
                                 * @description As it stood in the cart that was read. Compare it for equality only.
                                 */
                                itemVersion: number;
                                lineTotal: components["schemas"]["Money"] | null;
                                product: {
                                    brand: string;
                                    id: string;
                                    mpn: string;
                                    name: string;
                                    sku: string;
                                    supplier: {
                                        id: string;
                                        name: string;
                                    };
                                };
                                /** Format: int64 */
                                quantity: number;
                                /** @description Of one piece at this quantity, today. Null while it cannot be told in the currency of the cart. */
                                unitPrice: components["schemas"]["Money"] | null;
                            }[];
                            lock: null | {
                                checkoutId: string;
                                state: "RESERVED" | "PAYMENT_INITIATED_CART_RECONCILING";
                            };
                            /**
                             * @description Prices and stock are checked whenever the cart is read, and reserved by a checkout only.
                             * @constant
                             */
                            mode: "AVAILABILITY_CHECKED_NON_RESERVING";
                            problems: {
                                /** @enum {unknown} */
                                code: "cart.price_changed" | "cart.stock_short" | "cart.below_minimum" | "cart.not_a_multiple" | "cart.product_discontinued" | "cart.not_shipped_to_country" | "cart.currency_not_convertible" | "cart.tax_not_determined" | "cart.shipping_unavailable";
                                details: {
                                    [key: string]: unknown;
                                };
                                itemId?: string;
                                message: string;
                            }[];
                            /** @description By supplier. A supplier is missing here whose prices hold the carriage. */
                            shippingOptions: {
                                options: {
                                    id: string;
                                    /** @enum {unknown} */
                                    kind: "DELIVERY" | "PICK_UP";
                                    /** Format: int64 */
                                    leadTimeDays: number;
                                    name: string;
                                    price: components["schemas"]["Money"];
                                }[];
                                /** @description What a checkout takes that names none, and what `totals` reckons with. */
                                selected: string | null;
                                supplierId: string;
                            }[];
                            /**
                             * Format: int64
                             * @description As it stood in the cart that was read. Compare it for equality only.
                             */
                            snapshotVersion: number;
                            /** @description Of the lines that have a price, delivered to the country of the cart. A checkout reckons for its address. */
                            totals: {
                                currency: string;
                                discount: components["schemas"]["Money"];
                                goods: components["schemas"]["Money"];
                                /** Format: int64 */
                                lineCount: number;
                                /** Format: int64 */
                                pieceCount: number;
                                shipping: components["schemas"]["Money"];
                                subtotal: components["schemas"]["Money"];
                                tax: components["schemas"]["Money"] | null;
                                /** @description All that is taxed alike, together: as an EN 16931 invoice sums it up. */
                                taxBreakdown: {
                                    amount: components["schemas"]["Money"];
                                    /**
                                     * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                     * @enum {unknown}
                                     */
                                    category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                    /** @description In percent. */
                                    rate: string;
                                    /** @description VATEX: why there is no tax. */
                                    reasonCode?: string;
                                    taxable: components["schemas"]["Money"];
                                }[];
                                /** @description goods - discount + shipping + tax. Null, as the tax is, while that of a line cannot be told. */
                                total: components["schemas"]["Money"] | null;
                            };
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    clearCart: {
        parameters: {
            query?: {
                /** @description As it stood in the cart that was read. Compare it for equality only. */
                expectedSnapshotVersion?: number;
            };
            header?: {
                /** @description The id of an open certification: the request then works on its practice cart instead of the real one. */
                "x-practice-cart"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: int64
                     * @description As it stood in the cart that was read. Compare it for equality only.
                     */
                    expectedSnapshotVersion?: number;
                } | null;
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            country: string;
                            currency: string;
                            id: string;
                            items: {
                                availability: {
                                    /** Format: int64 */
                                    available: number;
                                    /** Format: date-time */
                                    checkedAt: string;
                                    leadTimeDays: number | null;
                                    /**
                                     * @example in_stock
                                     * @example low_stock
                                     * @example out_of_stock
                                     * @example discontinued
                                     */
                                    status: string;
                                };
                                id: string;
                                /**
                                 * Format: int64
                                 * @description As it stood in the cart that was read. Compare it for equality only.
                                 */
                                itemVersion: number;
                                lineTotal: components["schemas"]["Money"] | null;
                                product: {
                                    brand: string;
                                    id: string;
                                    mpn: string;
                                    name: string;
                                    sku: string;
                                    supplier: {
                                        id: string;
                                        name: string;
                                    };
                                };
                                /** Format: int64 */
                                quantity: number;
                                /** @description Of one piece at this quantity, today. Null while it cannot be told in the currency of the cart. */
                                unitPrice: components["schemas"]["Money"] | null;
                            }[];
                            lock: null | {
                                checkoutId: string;
                                state: "RESERVED" | "PAYMENT_INITIATED_CART_RECONCILING";
                            };
                            /**
                             * @description Prices and stock are checked whenever the cart is read, and reserved by a checkout only.
                             * @constant
                             */
                            mode: "AVAILABILITY_CHECKED_NON_RESERVING";
                            problems: {
                                /** @enum {unknown} */
                                code: "cart.price_changed" | "cart.stock_short" | "cart.below_minimum" | "cart.not_a_multiple" | "cart.product_discontinued" | "cart.not_shipped_to_country" | "cart.currency_not_convertible" | "cart.tax_not_determined" | "cart.shipping_unavailable";
                                details: {
                                    [key: string]: unknown;
                                };
                                itemId?: string;
                                message: string;
                            }[];
                            /** @description By supplier. A supplier is missing here whose prices hold the carriage. */
                            shippingOptions: {
                                options: {
                                    id: string;
                                    /** @enum {unknown} */
                                    kind: "DELIVERY" | "PICK_UP";
                                    /** Format: int64 */
                                    leadTimeDays: number;
                                    name: string;
                                    price: components["schemas"]["Money"];
                                }[];
                                /** @description What a checkout takes that names none, and what `totals` reckons with. */
                                selected: string | null;
                                supplierId: string;
                            }[];
                            /**
                             * Format: int64
                             * @description As it stood in the cart that was read. Compare it for equality only.
                             */
                            snapshotVersion: number;
                            /** @description Of the lines that have a price, delivered to the country of the cart. A checkout reckons for its address. */
                            totals: {
                                currency: string;
                                discount: components["schemas"]["Money"];
                                goods: components["schemas"]["Money"];
                                /** Format: int64 */
                                lineCount: number;
                                /** Format: int64 */
                                pieceCount: number;
                                shipping: components["schemas"]["Money"];
                                subtotal: components["schemas"]["Money"];
                                tax: components["schemas"]["Money"] | null;
                                /** @description All that is taxed alike, together: as an EN 16931 invoice sums it up. */
                                taxBreakdown: {
                                    amount: components["schemas"]["Money"];
                                    /**
                                     * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                     * @enum {unknown}
                                     */
                                    category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                    /** @description In percent. */
                                    rate: string;
                                    /** @description VATEX: why there is no tax. */
                                    reasonCode?: string;
                                    taxable: components["schemas"]["Money"];
                                }[];
                                /** @description goods - discount + shipping + tax. Null, as the tax is, while that of a line cannot be told. */
                                total: components["schemas"]["Money"] | null;
                            };
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeCart: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of an open certification: the request then works on its practice cart instead of the real one. */
                "x-practice-cart"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    country?: string;
                    currency?: string;
                    /**
                     * Format: int64
                     * @description As it stood in the cart that was read. Compare it for equality only.
                     */
                    expectedSnapshotVersion?: number;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            country: string;
                            currency: string;
                            id: string;
                            items: {
                                availability: {
                                    /** Format: int64 */
                                    available: number;
                                    /** Format: date-time */
                                    checkedAt: string;
                                    leadTimeDays: number | null;
                                    /**
                                     * @example in_stock
                                     * @example low_stock
                                     * @example out_of_stock
                                     * @example discontinued
                                     */
                                    status: string;
                                };
                                id: string;
                                /**
                                 * Format: int64
                                 * @description As it stood in the cart that was read. Compare it for equality only.
                                 */
                                itemVersion: number;
                                lineTotal: components["schemas"]["Money"] | null;
                                product: {
                                    brand: string;
                                    id: string;
                                    mpn: string;
                                    name: string;
                                    sku: string;
                                    supplier: {
                                        id: string;
                                        name: string;
                                    };
                                };
                                /** Format: int64 */
                                quantity: number;
                                /** @description Of one piece at this quantity, today. Null while it cannot be told in the currency of the cart. */
                                unitPrice: components["schemas"]["Money"] | null;
                            }[];
                            lock: null | {
                                checkoutId: string;
                                state: "RESERVED" | "PAYMENT_INITIATED_CART_RECONCILING";
                            };
                            /**
                             * @description Prices and stock are checked whenever the cart is read, and reserved by a checkout only.
                             * @constant
                             */
                            mode: "AVAILABILITY_CHECKED_NON_RESERVING";
                            problems: {
                                /** @enum {unknown} */
                                code: "cart.price_changed" | "cart.stock_short" | "cart.below_minimum" | "cart.not_a_multiple" | "cart.product_discontinued" | "cart.not_shipped_to_country" | "cart.currency_not_convertible" | "cart.tax_not_determined" | "cart.shipping_unavailable";
                                details: {
                                    [key: string]: unknown;
                                };
                                itemId?: string;
                                message: string;
                            }[];
                            /** @description By supplier. A supplier is missing here whose prices hold the carriage. */
                            shippingOptions: {
                                options: {
                                    id: string;
                                    /** @enum {unknown} */
                                    kind: "DELIVERY" | "PICK_UP";
                                    /** Format: int64 */
                                    leadTimeDays: number;
                                    name: string;
                                    price: components["schemas"]["Money"];
                                }[];
                                /** @description What a checkout takes that names none, and what `totals` reckons with. */
                                selected: string | null;
                                supplierId: string;
                            }[];
                            /**
                             * Format: int64
                             * @description As it stood in the cart that was read. Compare it for equality only.
                             */
                            snapshotVersion: number;
                            /** @description Of the lines that have a price, delivered to the country of the cart. A checkout reckons for its address. */
                            totals: {
                                currency: string;
                                discount: components["schemas"]["Money"];
                                goods: components["schemas"]["Money"];
                                /** Format: int64 */
                                lineCount: number;
                                /** Format: int64 */
                                pieceCount: number;
                                shipping: components["schemas"]["Money"];
                                subtotal: components["schemas"]["Money"];
                                tax: components["schemas"]["Money"] | null;
                                /** @description All that is taxed alike, together: as an EN 16931 invoice sums it up. */
                                taxBreakdown: {
                                    amount: components["schemas"]["Money"];
                                    /**
                                     * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                     * @enum {unknown}
                                     */
                                    category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                    /** @description In percent. */
                                    rate: string;
                                    /** @description VATEX: why there is no tax. */
                                    reasonCode?: string;
                                    taxable: components["schemas"]["Money"];
                                }[];
                                /** @description goods - discount + shipping + tax. Null, as the tax is, while that of a line cannot be told. */
                                total: components["schemas"]["Money"] | null;
                            };
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    addCartItem: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description The id of an open certification: the request then works on its practice cart instead of the real one. */
                "x-practice-cart"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    productId: string;
                    /** Format: int32 */
                    quantity: number;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            country: string;
                            currency: string;
                            id: string;
                            items: {
                                availability: {
                                    /** Format: int64 */
                                    available: number;
                                    /** Format: date-time */
                                    checkedAt: string;
                                    leadTimeDays: number | null;
                                    /**
                                     * @example in_stock
                                     * @example low_stock
                                     * @example out_of_stock
                                     * @example discontinued
                                     */
                                    status: string;
                                };
                                id: string;
                                /**
                                 * Format: int64
                                 * @description As it stood in the cart that was read. Compare it for equality only.
                                 */
                                itemVersion: number;
                                lineTotal: components["schemas"]["Money"] | null;
                                product: {
                                    brand: string;
                                    id: string;
                                    mpn: string;
                                    name: string;
                                    sku: string;
                                    supplier: {
                                        id: string;
                                        name: string;
                                    };
                                };
                                /** Format: int64 */
                                quantity: number;
                                /** @description Of one piece at this quantity, today. Null while it cannot be told in the currency of the cart. */
                                unitPrice: components["schemas"]["Money"] | null;
                            }[];
                            lock: null | {
                                checkoutId: string;
                                state: "RESERVED" | "PAYMENT_INITIATED_CART_RECONCILING";
                            };
                            /**
                             * @description Prices and stock are checked whenever the cart is read, and reserved by a checkout only.
                             * @constant
                             */
                            mode: "AVAILABILITY_CHECKED_NON_RESERVING";
                            problems: {
                                /** @enum {unknown} */
                                code: "cart.price_changed" | "cart.stock_short" | "cart.below_minimum" | "cart.not_a_multiple" | "cart.product_discontinued" | "cart.not_shipped_to_country" | "cart.currency_not_convertible" | "cart.tax_not_determined" | "cart.shipping_unavailable";
                                details: {
                                    [key: string]: unknown;
                                };
                                itemId?: string;
                                message: string;
                            }[];
                            /** @description By supplier. A supplier is missing here whose prices hold the carriage. */
                            shippingOptions: {
                                options: {
                                    id: string;
                                    /** @enum {unknown} */
                                    kind: "DELIVERY" | "PICK_UP";
                                    /** Format: int64 */
                                    leadTimeDays: number;
                                    name: string;
                                    price: components["schemas"]["Money"];
                                }[];
                                /** @description What a checkout takes that names none, and what `totals` reckons with. */
                                selected: string | null;
                                supplierId: string;
                            }[];
                            /**
                             * Format: int64
                             * @description As it stood in the cart that was read. Compare it for equality only.
                             */
                            snapshotVersion: number;
                            /** @description Of the lines that have a price, delivered to the country of the cart. A checkout reckons for its address. */
                            totals: {
                                currency: string;
                                discount: components["schemas"]["Money"];
                                goods: components["schemas"]["Money"];
                                /** Format: int64 */
                                lineCount: number;
                                /** Format: int64 */
                                pieceCount: number;
                                shipping: components["schemas"]["Money"];
                                subtotal: components["schemas"]["Money"];
                                tax: components["schemas"]["Money"] | null;
                                /** @description All that is taxed alike, together: as an EN 16931 invoice sums it up. */
                                taxBreakdown: {
                                    amount: components["schemas"]["Money"];
                                    /**
                                     * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                     * @enum {unknown}
                                     */
                                    category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                    /** @description In percent. */
                                    rate: string;
                                    /** @description VATEX: why there is no tax. */
                                    reasonCode?: string;
                                    taxable: components["schemas"]["Money"];
                                }[];
                                /** @description goods - discount + shipping + tax. Null, as the tax is, while that of a line cannot be told. */
                                total: components["schemas"]["Money"] | null;
                            };
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeCartItem: {
        parameters: {
            query?: {
                /** @description As it stood in the cart that was read. Compare it for equality only. */
                expectedItemVersion?: number;
            };
            header?: {
                /** @description The id of an open certification: the request then works on its practice cart instead of the real one. */
                "x-practice-cart"?: string;
            };
            path: {
                itemId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: int64
                     * @description As it stood in the cart that was read. Compare it for equality only.
                     */
                    expectedItemVersion?: number;
                } | null;
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            country: string;
                            currency: string;
                            id: string;
                            items: {
                                availability: {
                                    /** Format: int64 */
                                    available: number;
                                    /** Format: date-time */
                                    checkedAt: string;
                                    leadTimeDays: number | null;
                                    /**
                                     * @example in_stock
                                     * @example low_stock
                                     * @example out_of_stock
                                     * @example discontinued
                                     */
                                    status: string;
                                };
                                id: string;
                                /**
                                 * Format: int64
                                 * @description As it stood in the cart that was read. Compare it for equality only.
                                 */
                                itemVersion: number;
                                lineTotal: components["schemas"]["Money"] | null;
                                product: {
                                    brand: string;
                                    id: string;
                                    mpn: string;
                                    name: string;
                                    sku: string;
                                    supplier: {
                                        id: string;
                                        name: string;
                                    };
                                };
                                /** Format: int64 */
                                quantity: number;
                                /** @description Of one piece at this quantity, today. Null while it cannot be told in the currency of the cart. */
                                unitPrice: components["schemas"]["Money"] | null;
                            }[];
                            lock: null | {
                                checkoutId: string;
                                state: "RESERVED" | "PAYMENT_INITIATED_CART_RECONCILING";
                            };
                            /**
                             * @description Prices and stock are checked whenever the cart is read, and reserved by a checkout only.
                             * @constant
                             */
                            mode: "AVAILABILITY_CHECKED_NON_RESERVING";
                            problems: {
                                /** @enum {unknown} */
                                code: "cart.price_changed" | "cart.stock_short" | "cart.below_minimum" | "cart.not_a_multiple" | "cart.product_discontinued" | "cart.not_shipped_to_country" | "cart.currency_not_convertible" | "cart.tax_not_determined" | "cart.shipping_unavailable";
                                details: {
                                    [key: string]: unknown;
                                };
                                itemId?: string;
                                message: string;
                            }[];
                            /** @description By supplier. A supplier is missing here whose prices hold the carriage. */
                            shippingOptions: {
                                options: {
                                    id: string;
                                    /** @enum {unknown} */
                                    kind: "DELIVERY" | "PICK_UP";
                                    /** Format: int64 */
                                    leadTimeDays: number;
                                    name: string;
                                    price: components["schemas"]["Money"];
                                }[];
                                /** @description What a checkout takes that names none, and what `totals` reckons with. */
                                selected: string | null;
                                supplierId: string;
                            }[];
                            /**
                             * Format: int64
                             * @description As it stood in the cart that was read. Compare it for equality only.
                             */
                            snapshotVersion: number;
                            /** @description Of the lines that have a price, delivered to the country of the cart. A checkout reckons for its address. */
                            totals: {
                                currency: string;
                                discount: components["schemas"]["Money"];
                                goods: components["schemas"]["Money"];
                                /** Format: int64 */
                                lineCount: number;
                                /** Format: int64 */
                                pieceCount: number;
                                shipping: components["schemas"]["Money"];
                                subtotal: components["schemas"]["Money"];
                                tax: components["schemas"]["Money"] | null;
                                /** @description All that is taxed alike, together: as an EN 16931 invoice sums it up. */
                                taxBreakdown: {
                                    amount: components["schemas"]["Money"];
                                    /**
                                     * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                     * @enum {unknown}
                                     */
                                    category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                    /** @description In percent. */
                                    rate: string;
                                    /** @description VATEX: why there is no tax. */
                                    reasonCode?: string;
                                    taxable: components["schemas"]["Money"];
                                }[];
                                /** @description goods - discount + shipping + tax. Null, as the tax is, while that of a line cannot be told. */
                                total: components["schemas"]["Money"] | null;
                            };
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeCartItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of an open certification: the request then works on its practice cart instead of the real one. */
                "x-practice-cart"?: string;
            };
            path: {
                itemId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: int64
                     * @description As it stood in the cart that was read. Compare it for equality only.
                     */
                    expectedItemVersion?: number;
                    /** Format: int32 */
                    quantity: number;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            country: string;
                            currency: string;
                            id: string;
                            items: {
                                availability: {
                                    /** Format: int64 */
                                    available: number;
                                    /** Format: date-time */
                                    checkedAt: string;
                                    leadTimeDays: number | null;
                                    /**
                                     * @example in_stock
                                     * @example low_stock
                                     * @example out_of_stock
                                     * @example discontinued
                                     */
                                    status: string;
                                };
                                id: string;
                                /**
                                 * Format: int64
                                 * @description As it stood in the cart that was read. Compare it for equality only.
                                 */
                                itemVersion: number;
                                lineTotal: components["schemas"]["Money"] | null;
                                product: {
                                    brand: string;
                                    id: string;
                                    mpn: string;
                                    name: string;
                                    sku: string;
                                    supplier: {
                                        id: string;
                                        name: string;
                                    };
                                };
                                /** Format: int64 */
                                quantity: number;
                                /** @description Of one piece at this quantity, today. Null while it cannot be told in the currency of the cart. */
                                unitPrice: components["schemas"]["Money"] | null;
                            }[];
                            lock: null | {
                                checkoutId: string;
                                state: "RESERVED" | "PAYMENT_INITIATED_CART_RECONCILING";
                            };
                            /**
                             * @description Prices and stock are checked whenever the cart is read, and reserved by a checkout only.
                             * @constant
                             */
                            mode: "AVAILABILITY_CHECKED_NON_RESERVING";
                            problems: {
                                /** @enum {unknown} */
                                code: "cart.price_changed" | "cart.stock_short" | "cart.below_minimum" | "cart.not_a_multiple" | "cart.product_discontinued" | "cart.not_shipped_to_country" | "cart.currency_not_convertible" | "cart.tax_not_determined" | "cart.shipping_unavailable";
                                details: {
                                    [key: string]: unknown;
                                };
                                itemId?: string;
                                message: string;
                            }[];
                            /** @description By supplier. A supplier is missing here whose prices hold the carriage. */
                            shippingOptions: {
                                options: {
                                    id: string;
                                    /** @enum {unknown} */
                                    kind: "DELIVERY" | "PICK_UP";
                                    /** Format: int64 */
                                    leadTimeDays: number;
                                    name: string;
                                    price: components["schemas"]["Money"];
                                }[];
                                /** @description What a checkout takes that names none, and what `totals` reckons with. */
                                selected: string | null;
                                supplierId: string;
                            }[];
                            /**
                             * Format: int64
                             * @description As it stood in the cart that was read. Compare it for equality only.
                             */
                            snapshotVersion: number;
                            /** @description Of the lines that have a price, delivered to the country of the cart. A checkout reckons for its address. */
                            totals: {
                                currency: string;
                                discount: components["schemas"]["Money"];
                                goods: components["schemas"]["Money"];
                                /** Format: int64 */
                                lineCount: number;
                                /** Format: int64 */
                                pieceCount: number;
                                shipping: components["schemas"]["Money"];
                                subtotal: components["schemas"]["Money"];
                                tax: components["schemas"]["Money"] | null;
                                /** @description All that is taxed alike, together: as an EN 16931 invoice sums it up. */
                                taxBreakdown: {
                                    amount: components["schemas"]["Money"];
                                    /**
                                     * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                     * @enum {unknown}
                                     */
                                    category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                    /** @description In percent. */
                                    rate: string;
                                    /** @description VATEX: why there is no tax. */
                                    reasonCode?: string;
                                    taxable: components["schemas"]["Money"];
                                }[];
                                /** @description goods - discount + shipping + tax. Null, as the tax is, while that of a line cannot be told. */
                                total: components["schemas"]["Money"] | null;
                            };
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportCatalog: {
        parameters: {
            query?: {
                /** @description As imports read it. */
                format?: "csv" | "jsonl" | "bmecat" | "google";
                /** @description For operators, who get every supplier without it. */
                supplierId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": string;
                    "application/xml": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCatalogImports: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                /** @description How many at most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CatalogImport"][];
                        meta: {
                            /** Format: int64 */
                            limit: number;
                            /** @description Asks for the next page. Absent on the last one. */
                            nextCursor?: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    importCatalogFile: {
        parameters: {
            query?: {
                /** @description Of prices that name none. Default: the currency of the supplier. */
                currency?: string;
                /** @description Of a CSV file. Default: what its first line shows. */
                delimiter?: "comma" | "semicolon" | "tab" | "pipe";
                /** @description With `replace`: where more of the products on sale than this would be discontinued, none is. */
                discontinueMaxPercent?: number;
                /** @description Of a CSV file. Default: what its first bytes show. */
                encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "iso-8859-15";
                /** @description Where media type and content do not say it. */
                format?: "csv" | "jsonl" | "bmecat" | "google";
                /** @description Of texts, where a BMEcat file has several. */
                language?: string;
                /** @description Of a CSV file: a JSON object from its columns to fields, `{"Artikel": "sku", "Notiz": ""}`. */
                mapping?: string;
                /** @description preview: answers 200 with what the first records would become; writes nothing. */
                mode?: "import" | "preview";
                /** @description Products of the supplier that the file does not name are discontinued. */
                replace?: boolean;
                /** @description For operators: whose products the file names. */
                supplierId?: string;
            };
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example The same, packed. Name the format beside it. */
                "application/gzip": string;
                /** @example {"sku":"BOLT-M8","name":"Hexagon bolt M8","price":"0.12","currency":"EUR"} */
                "application/jsonl": string;
                /** @example {"sku":"BOLT-M8","stock":120} */
                "application/x-ndjson": string;
                /** @example <BMECAT version="2005"><T_NEW_CATALOG>...</T_NEW_CATALOG></BMECAT> */
                "application/xml": string;
                /**
                 * @example sku;name;price
                 *     BOLT-M8;Hexagon bolt M8;0,12 EUR
                 */
                "text/csv": string;
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CatalogImportPreview"];
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Accepted, and carried out soon. */
            202: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CatalogImport"];
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCatalogImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CatalogImport"];
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelCatalogImport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CatalogImport"];
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCatalogImportErrors: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                /** @description How many at most. */
                limit?: number;
            };
            header?: never;
            path: {
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CatalogImportProblem"][];
                        meta: {
                            /** Format: int64 */
                            limit: number;
                            /** @description Asks for the next page. Absent on the last one. */
                            nextCursor?: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    downloadCatalogImportErrors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    startCheckout: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    acceptedTotal?: components["schemas"]["MoneyInput"];
                    billTo?: components["schemas"]["AddressInput"];
                    costCenter?: string;
                    /** @description Instead of shipTo: everything in the cart, divided among several addresses. */
                    deliveries?: {
                        costCenter?: string;
                        lines: {
                            cartItemId: string;
                            costCenter?: string;
                            poNumber?: string;
                            /** Format: int32 */
                            quantity: number;
                        }[];
                        /**
                         * Format: date
                         * @description When it should arrive.
                         */
                        requestedDate?: string;
                        /** @description One of the cart’s `shippingOptions` for the goods of a supplier. Default: the first. */
                        shippingMethods?: {
                            shippingMethodId: string;
                            supplierId: string;
                        }[];
                        shipTo: components["schemas"]["AddressInput"];
                    }[];
                    /**
                     * Format: int64
                     * @description The snapshotVersion of the cart that the buyer has seen.
                     */
                    expectedSnapshotVersion: number;
                    note?: string;
                    poNumber?: string;
                    /**
                     * Format: date
                     * @description When it should arrive.
                     */
                    requestedDate?: string;
                    /** @description One of the cart’s `shippingOptions` for the goods of a supplier. Default: the first. */
                    shippingMethods?: {
                        shippingMethodId: string;
                        supplierId: string;
                    }[];
                    shipTo?: components["schemas"]["AddressInput"];
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "chk_01m7xb7z3h5d0q2w8m4v6c9rta",
                         *       "state": "RESERVED",
                         *       "cartId": "cart_01m7xb7y1m0f4s8k2t6z9b3qwn",
                         *       "snapshot": {
                         *         "currency": "EUR",
                         *         "lines": [
                         *           {
                         *             "productId": "prd_01m7x9v1c40e5rk2m8w3tq6zna",
                         *             "sku": "1128895",
                         *             "mpn": "DB9 RS232",
                         *             "name": "Null modem adapter",
                         *             "brand": "StarTech.com",
                         *             "quantity": 4,
                         *             "unitPrice": {
                         *               "amount": "2.50",
                         *               "currency": "EUR"
                         *             },
                         *             "lineTotal": {
                         *               "amount": "10.00",
                         *               "currency": "EUR"
                         *             },
                         *             "discount": {
                         *               "amount": "0.00",
                         *               "currency": "EUR"
                         *             },
                         *             "tax": {
                         *               "category": "S",
                         *               "rate": "19",
                         *               "amount": {
                         *                 "amount": "1.90",
                         *                 "currency": "EUR"
                         *               }
                         *             }
                         *           }
                         *         ],
                         *         "shipTo": {
                         *           "name": "Bea Buyer",
                         *           "company": "Example GmbH",
                         *           "line1": "Hafenstr. 7",
                         *           "city": "Hamburg",
                         *           "postalCode": "20457",
                         *           "country": "DE"
                         *         }
                         *       },
                         *       "totals": {
                         *         "subtotal": {
                         *           "amount": "10.00",
                         *           "currency": "EUR"
                         *         },
                         *         "goods": {
                         *           "amount": "10.00",
                         *           "currency": "EUR"
                         *         },
                         *         "discount": {
                         *           "amount": "0.00",
                         *           "currency": "EUR"
                         *         },
                         *         "shipping": {
                         *           "amount": "0.00",
                         *           "currency": "EUR"
                         *         },
                         *         "tax": {
                         *           "amount": "1.90",
                         *           "currency": "EUR"
                         *         },
                         *         "total": {
                         *           "amount": "11.90",
                         *           "currency": "EUR"
                         *         },
                         *         "taxBreakdown": [
                         *           {
                         *             "category": "S",
                         *             "rate": "19",
                         *             "taxable": {
                         *               "amount": "10.00",
                         *               "currency": "EUR"
                         *             },
                         *             "amount": {
                         *               "amount": "1.90",
                         *               "currency": "EUR"
                         *             }
                         *           }
                         *         ]
                         *       },
                         *       "createdAt": "2026-01-02T03:04:05.000Z",
                         *       "reservedUntil": "2026-01-02T03:19:05.000Z"
                         *     }
                         */
                        data: {
                            /** @description Absent for an order that was placed without a cart. */
                            cartId?: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            endedAt?: string;
                            failure?: {
                                code: string;
                                message: string;
                            };
                            id: string;
                            orderId?: string;
                            payment?: {
                                amount: components["schemas"]["Money"];
                                id: string;
                                method: string;
                                /** @description Send the buyer here to pay. Present while there is something to pay. */
                                redirectUrl?: string;
                                state: string;
                            };
                            /** Format: date-time */
                            reservedUntil: string;
                            snapshot: {
                                billTo?: components["schemas"]["Address"];
                                costCenter?: string;
                                currency: string;
                                /** @description Where there are several addresses, or a wish. `shipTo` is that of the first. */
                                deliveries?: {
                                    costCenter?: string;
                                    /** Format: int64 */
                                    number: number;
                                    /** Format: date */
                                    requestedDate?: string;
                                    shipTo: components["schemas"]["Address"];
                                }[];
                                lines: {
                                    brand: string;
                                    /** @description Present where the supplier's price was in another currency. */
                                    conversion?: {
                                        from: string;
                                        /** @description One unit of `from` in units of `to`, when it was bought. */
                                        rate: string;
                                        rateSetId: string;
                                        to: string;
                                    };
                                    costCenter?: string;
                                    /**
                                     * Format: int64
                                     * @description Which of the deliveries, from 1.
                                     */
                                    delivery?: number;
                                    discount?: components["schemas"]["Money"];
                                    lineTotal: components["schemas"]["Money"];
                                    mpn: string;
                                    name: string;
                                    poNumber?: string;
                                    productId: string;
                                    /** Format: int64 */
                                    quantity: number;
                                    sku: string;
                                    /** @description Absent in documents from before taxes were reckoned here. */
                                    tax?: {
                                        amount: components["schemas"]["Money"];
                                        /**
                                         * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                         * @enum {unknown}
                                         */
                                        category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                        /** @description In percent. */
                                        rate: string;
                                        /** @description VATEX: why there is no tax. */
                                        reasonCode?: string;
                                    };
                                    unitPrice: components["schemas"]["Money"];
                                }[];
                                note?: string;
                                poNumber?: string;
                                /** @description What the way of the goods costs, by supplier and delivery. */
                                shipping?: {
                                    amount: components["schemas"]["Money"];
                                    /**
                                     * Format: int64
                                     * @description Which of the deliveries, from 1.
                                     */
                                    delivery: number;
                                    /** @enum {unknown} */
                                    kind: "DELIVERY" | "PICK_UP";
                                    /** Format: int64 */
                                    leadTimeDays: number;
                                    name: string;
                                    shippingMethodId: string;
                                    supplierId: string;
                                    /** @description Absent in documents from before taxes were reckoned here. */
                                    tax: {
                                        amount: components["schemas"]["Money"];
                                        /**
                                         * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                         * @enum {unknown}
                                         */
                                        category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                        /** @description In percent. */
                                        rate: string;
                                        /** @description VATEX: why there is no tax. */
                                        reasonCode?: string;
                                    };
                                }[];
                                shipTo: components["schemas"]["Address"];
                            };
                            /** @enum {unknown} */
                            state: "RESERVED" | "PAYMENT_INITIATED_CART_RECONCILING" | "COMPLETED" | "CANCELLED" | "EXPIRED" | "FAILED";
                            /** @description total = goods - discount + shipping + tax: what is to be paid. */
                            totals: {
                                discount?: components["schemas"]["Money"];
                                goods?: components["schemas"]["Money"];
                                shipping?: components["schemas"]["Money"];
                                subtotal: components["schemas"]["Money"];
                                tax?: components["schemas"]["Money"];
                                /** @description All that is taxed alike, together: as an EN 16931 invoice sums it up. */
                                taxBreakdown?: {
                                    amount: components["schemas"]["Money"];
                                    /**
                                     * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                     * @enum {unknown}
                                     */
                                    category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                    /** @description In percent. */
                                    rate: string;
                                    /** @description VATEX: why there is no tax. */
                                    reasonCode?: string;
                                    taxable: components["schemas"]["Money"];
                                }[];
                                total: components["schemas"]["Money"];
                            };
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Impossible"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                checkoutId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "chk_01m7xb7z3h5d0q2w8m4v6c9rta",
                         *       "state": "RESERVED",
                         *       "cartId": "cart_01m7xb7y1m0f4s8k2t6z9b3qwn",
                         *       "snapshot": {
                         *         "currency": "EUR",
                         *         "lines": [
                         *           {
                         *             "productId": "prd_01m7x9v1c40e5rk2m8w3tq6zna",
                         *             "sku": "1128895",
                         *             "mpn": "DB9 RS232",
                         *             "name": "Null modem adapter",
                         *             "brand": "StarTech.com",
                         *             "quantity": 4,
                         *             "unitPrice": {
                         *               "amount": "2.50",
                         *               "currency": "EUR"
                         *             },
                         *             "lineTotal": {
                         *               "amount": "10.00",
                         *               "currency": "EUR"
                         *             },
                         *             "discount": {
                         *               "amount": "0.00",
                         *               "currency": "EUR"
                         *             },
                         *             "tax": {
                         *               "category": "S",
                         *               "rate": "19",
                         *               "amount": {
                         *                 "amount": "1.90",
                         *                 "currency": "EUR"
                         *               }
                         *             }
                         *           }
                         *         ],
                         *         "shipTo": {
                         *           "name": "Bea Buyer",
                         *           "company": "Example GmbH",
                         *           "line1": "Hafenstr. 7",
                         *           "city": "Hamburg",
                         *           "postalCode": "20457",
                         *           "country": "DE"
                         *         }
                         *       },
                         *       "totals": {
                         *         "subtotal": {
                         *           "amount": "10.00",
                         *           "currency": "EUR"
                         *         },
                         *         "goods": {
                         *           "amount": "10.00",
                         *           "currency": "EUR"
                         *         },
                         *         "discount": {
                         *           "amount": "0.00",
                         *           "currency": "EUR"
                         *         },
                         *         "shipping": {
                         *           "amount": "0.00",
                         *           "currency": "EUR"
                         *         },
                         *         "tax": {
                         *           "amount": "1.90",
                         *           "currency": "EUR"
                         *         },
                         *         "total": {
                         *           "amount": "11.90",
                         *           "currency": "EUR"
                         *         },
                         *         "taxBreakdown": [
                         *           {
                         *             "category": "S",
                         *             "rate": "19",
                         *             "taxable": {
                         *               "amount": "10.00",
                         *               "currency": "EUR"
                         *             },
                         *             "amount": {
                         *               "amount": "1.90",
                         *               "currency": "EUR"
                         *             }
                         *           }
                         *         ]
                         *       },
                         *       "createdAt": "2026-01-02T03:04:05.000Z",
                         *       "reservedUntil": "2026-01-02T03:19:05.000Z"
                         *     }
                         */
                        data: {
                            /** @description Absent for an order that was placed without a cart. */
                            cartId?: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            endedAt?: string;
                            failure?: {
                                code: string;
                                message: string;
                            };
                            id: string;
                            orderId?: string;
                            payment?: {
                                amount: components["schemas"]["Money"];
                                id: string;
                                method: string;
                                /** @description Send the buyer here to pay. Present while there is something to pay. */
                                redirectUrl?: string;
                                state: string;
                            };
                            /** Format: date-time */
                            reservedUntil: string;
                            snapshot: {
                                billTo?: components["schemas"]["Address"];
                                costCenter?: string;
                                currency: string;
                                /** @description Where there are several addresses, or a wish. `shipTo` is that of the first. */
                                deliveries?: {
                                    costCenter?: string;
                                    /** Format: int64 */
                                    number: number;
                                    /** Format: date */
                                    requestedDate?: string;
                                    shipTo: components["schemas"]["Address"];
                                }[];
                                lines: {
                                    brand: string;
                                    /** @description Present where the supplier's price was in another currency. */
                                    conversion?: {
                                        from: string;
                                        /** @description One unit of `from` in units of `to`, when it was bought. */
                                        rate: string;
                                        rateSetId: string;
                                        to: string;
                                    };
                                    costCenter?: string;
                                    /**
                                     * Format: int64
                                     * @description Which of the deliveries, from 1.
                                     */
                                    delivery?: number;
                                    discount?: components["schemas"]["Money"];
                                    lineTotal: components["schemas"]["Money"];
                                    mpn: string;
                                    name: string;
                                    poNumber?: string;
                                    productId: string;
                                    /** Format: int64 */
                                    quantity: number;
                                    sku: string;
                                    /** @description Absent in documents from before taxes were reckoned here. */
                                    tax?: {
                                        amount: components["schemas"]["Money"];
                                        /**
                                         * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                         * @enum {unknown}
                                         */
                                        category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                        /** @description In percent. */
                                        rate: string;
                                        /** @description VATEX: why there is no tax. */
                                        reasonCode?: string;
                                    };
                                    unitPrice: components["schemas"]["Money"];
                                }[];
                                note?: string;
                                poNumber?: string;
                                /** @description What the way of the goods costs, by supplier and delivery. */
                                shipping?: {
                                    amount: components["schemas"]["Money"];
                                    /**
                                     * Format: int64
                                     * @description Which of the deliveries, from 1.
                                     */
                                    delivery: number;
                                    /** @enum {unknown} */
                                    kind: "DELIVERY" | "PICK_UP";
                                    /** Format: int64 */
                                    leadTimeDays: number;
                                    name: string;
                                    shippingMethodId: string;
                                    supplierId: string;
                                    /** @description Absent in documents from before taxes were reckoned here. */
                                    tax: {
                                        amount: components["schemas"]["Money"];
                                        /**
                                         * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                         * @enum {unknown}
                                         */
                                        category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                        /** @description In percent. */
                                        rate: string;
                                        /** @description VATEX: why there is no tax. */
                                        reasonCode?: string;
                                    };
                                }[];
                                shipTo: components["schemas"]["Address"];
                            };
                            /** @enum {unknown} */
                            state: "RESERVED" | "PAYMENT_INITIATED_CART_RECONCILING" | "COMPLETED" | "CANCELLED" | "EXPIRED" | "FAILED";
                            /** @description total = goods - discount + shipping + tax: what is to be paid. */
                            totals: {
                                discount?: components["schemas"]["Money"];
                                goods?: components["schemas"]["Money"];
                                shipping?: components["schemas"]["Money"];
                                subtotal: components["schemas"]["Money"];
                                tax?: components["schemas"]["Money"];
                                /** @description All that is taxed alike, together: as an EN 16931 invoice sums it up. */
                                taxBreakdown?: {
                                    amount: components["schemas"]["Money"];
                                    /**
                                     * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                     * @enum {unknown}
                                     */
                                    category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                    /** @description In percent. */
                                    rate: string;
                                    /** @description VATEX: why there is no tax. */
                                    reasonCode?: string;
                                    taxable: components["schemas"]["Money"];
                                }[];
                                total: components["schemas"]["Money"];
                            };
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelCheckout: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                checkoutId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "chk_01m7xb7z3h5d0q2w8m4v6c9rta",
                         *       "state": "RESERVED",
                         *       "cartId": "cart_01m7xb7y1m0f4s8k2t6z9b3qwn",
                         *       "snapshot": {
                         *         "currency": "EUR",
                         *         "lines": [
                         *           {
                         *             "productId": "prd_01m7x9v1c40e5rk2m8w3tq6zna",
                         *             "sku": "1128895",
                         *             "mpn": "DB9 RS232",
                         *             "name": "Null modem adapter",
                         *             "brand": "StarTech.com",
                         *             "quantity": 4,
                         *             "unitPrice": {
                         *               "amount": "2.50",
                         *               "currency": "EUR"
                         *             },
                         *             "lineTotal": {
                         *               "amount": "10.00",
                         *               "currency": "EUR"
                         *             },
                         *             "discount": {
                         *               "amount": "0.00",
                         *               "currency": "EUR"
                         *             },
                         *             "tax": {
                         *               "category": "S",
                         *               "rate": "19",
                         *               "amount": {
                         *                 "amount": "1.90",
                         *                 "currency": "EUR"
                         *               }
                         *             }
                         *           }
                         *         ],
                         *         "shipTo": {
                         *           "name": "Bea Buyer",
                         *           "company": "Example GmbH",
                         *           "line1": "Hafenstr. 7",
                         *           "city": "Hamburg",
                         *           "postalCode": "20457",
                         *           "country": "DE"
                         *         }
                         *       },
                         *       "totals": {
                         *         "subtotal": {
                         *           "amount": "10.00",
                         *           "currency": "EUR"
                         *         },
                         *         "goods": {
                         *           "amount": "10.00",
                         *           "currency": "EUR"
                         *         },
                         *         "discount": {
                         *           "amount": "0.00",
                         *           "currency": "EUR"
                         *         },
                         *         "shipping": {
                         *           "amount": "0.00",
                         *           "currency": "EUR"
                         *         },
                         *         "tax": {
                         *           "amount": "1.90",
                         *           "currency": "EUR"
                         *         },
                         *         "total": {
                         *           "amount": "11.90",
                         *           "currency": "EUR"
                         *         },
                         *         "taxBreakdown": [
                         *           {
                         *             "category": "S",
                         *             "rate": "19",
                         *             "taxable": {
                         *               "amount": "10.00",
                         *               "currency": "EUR"
                         *             },
                         *             "amount": {
                         *               "amount": "1.90",
                         *               "currency": "EUR"
                         *             }
                         *           }
                         *         ]
                         *       },
                         *       "createdAt": "2026-01-02T03:04:05.000Z",
                         *       "reservedUntil": "2026-01-02T03:19:05.000Z"
                         *     }
                         */
                        data: {
                            /** @description Absent for an order that was placed without a cart. */
                            cartId?: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            endedAt?: string;
                            failure?: {
                                code: string;
                                message: string;
                            };
                            id: string;
                            orderId?: string;
                            payment?: {
                                amount: components["schemas"]["Money"];
                                id: string;
                                method: string;
                                /** @description Send the buyer here to pay. Present while there is something to pay. */
                                redirectUrl?: string;
                                state: string;
                            };
                            /** Format: date-time */
                            reservedUntil: string;
                            snapshot: {
                                billTo?: components["schemas"]["Address"];
                                costCenter?: string;
                                currency: string;
                                /** @description Where there are several addresses, or a wish. `shipTo` is that of the first. */
                                deliveries?: {
                                    costCenter?: string;
                                    /** Format: int64 */
                                    number: number;
                                    /** Format: date */
                                    requestedDate?: string;
                                    shipTo: components["schemas"]["Address"];
                                }[];
                                lines: {
                                    brand: string;
                                    /** @description Present where the supplier's price was in another currency. */
                                    conversion?: {
                                        from: string;
                                        /** @description One unit of `from` in units of `to`, when it was bought. */
                                        rate: string;
                                        rateSetId: string;
                                        to: string;
                                    };
                                    costCenter?: string;
                                    /**
                                     * Format: int64
                                     * @description Which of the deliveries, from 1.
                                     */
                                    delivery?: number;
                                    discount?: components["schemas"]["Money"];
                                    lineTotal: components["schemas"]["Money"];
                                    mpn: string;
                                    name: string;
                                    poNumber?: string;
                                    productId: string;
                                    /** Format: int64 */
                                    quantity: number;
                                    sku: string;
                                    /** @description Absent in documents from before taxes were reckoned here. */
                                    tax?: {
                                        amount: components["schemas"]["Money"];
                                        /**
                                         * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                         * @enum {unknown}
                                         */
                                        category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                        /** @description In percent. */
                                        rate: string;
                                        /** @description VATEX: why there is no tax. */
                                        reasonCode?: string;
                                    };
                                    unitPrice: components["schemas"]["Money"];
                                }[];
                                note?: string;
                                poNumber?: string;
                                /** @description What the way of the goods costs, by supplier and delivery. */
                                shipping?: {
                                    amount: components["schemas"]["Money"];
                                    /**
                                     * Format: int64
                                     * @description Which of the deliveries, from 1.
                                     */
                                    delivery: number;
                                    /** @enum {unknown} */
                                    kind: "DELIVERY" | "PICK_UP";
                                    /** Format: int64 */
                                    leadTimeDays: number;
                                    name: string;
                                    shippingMethodId: string;
                                    supplierId: string;
                                    /** @description Absent in documents from before taxes were reckoned here. */
                                    tax: {
                                        amount: components["schemas"]["Money"];
                                        /**
                                         * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                         * @enum {unknown}
                                         */
                                        category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                        /** @description In percent. */
                                        rate: string;
                                        /** @description VATEX: why there is no tax. */
                                        reasonCode?: string;
                                    };
                                }[];
                                shipTo: components["schemas"]["Address"];
                            };
                            /** @enum {unknown} */
                            state: "RESERVED" | "PAYMENT_INITIATED_CART_RECONCILING" | "COMPLETED" | "CANCELLED" | "EXPIRED" | "FAILED";
                            /** @description total = goods - discount + shipping + tax: what is to be paid. */
                            totals: {
                                discount?: components["schemas"]["Money"];
                                goods?: components["schemas"]["Money"];
                                shipping?: components["schemas"]["Money"];
                                subtotal: components["schemas"]["Money"];
                                tax?: components["schemas"]["Money"];
                                /** @description All that is taxed alike, together: as an EN 16931 invoice sums it up. */
                                taxBreakdown?: {
                                    amount: components["schemas"]["Money"];
                                    /**
                                     * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                     * @enum {unknown}
                                     */
                                    category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                    /** @description In percent. */
                                    rate: string;
                                    /** @description VATEX: why there is no tax. */
                                    reasonCode?: string;
                                    taxable: components["schemas"]["Money"];
                                }[];
                                total: components["schemas"]["Money"];
                            };
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    startPayment: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                checkoutId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    method: "card" | "invoice";
                    /** @description Where the payment page sends the buyer afterwards. */
                    returnUrl?: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "payment": {
                         *         "id": "pay_01m7xb80j6g1r3x9n5w7d0sveb",
                         *         "state": "PENDING",
                         *         "method": "card",
                         *         "amount": {
                         *           "amount": "11.90",
                         *           "currency": "EUR"
                         *         },
                         *         "redirectUrl": "https://pay.example.com/i/4711"
                         *       },
                         *       "checkout": {
                         *         "id": "chk_01m7xb7z3h5d0q2w8m4v6c9rta",
                         *         "state": "PAYMENT_INITIATED_CART_RECONCILING",
                         *         "cartId": "cart_01m7xb7y1m0f4s8k2t6z9b3qwn",
                         *         "snapshot": {
                         *           "currency": "EUR",
                         *           "lines": [
                         *             {
                         *               "productId": "prd_01m7x9v1c40e5rk2m8w3tq6zna",
                         *               "sku": "1128895",
                         *               "mpn": "DB9 RS232",
                         *               "name": "Null modem adapter",
                         *               "brand": "StarTech.com",
                         *               "quantity": 4,
                         *               "unitPrice": {
                         *                 "amount": "2.50",
                         *                 "currency": "EUR"
                         *               },
                         *               "lineTotal": {
                         *                 "amount": "10.00",
                         *                 "currency": "EUR"
                         *               },
                         *               "discount": {
                         *                 "amount": "0.00",
                         *                 "currency": "EUR"
                         *               },
                         *               "tax": {
                         *                 "category": "S",
                         *                 "rate": "19",
                         *                 "amount": {
                         *                   "amount": "1.90",
                         *                   "currency": "EUR"
                         *                 }
                         *               }
                         *             }
                         *           ],
                         *           "shipTo": {
                         *             "name": "Bea Buyer",
                         *             "company": "Example GmbH",
                         *             "line1": "Hafenstr. 7",
                         *             "city": "Hamburg",
                         *             "postalCode": "20457",
                         *             "country": "DE"
                         *           }
                         *         },
                         *         "totals": {
                         *           "subtotal": {
                         *             "amount": "10.00",
                         *             "currency": "EUR"
                         *           },
                         *           "goods": {
                         *             "amount": "10.00",
                         *             "currency": "EUR"
                         *           },
                         *           "discount": {
                         *             "amount": "0.00",
                         *             "currency": "EUR"
                         *           },
                         *           "shipping": {
                         *             "amount": "0.00",
                         *             "currency": "EUR"
                         *           },
                         *           "tax": {
                         *             "amount": "1.90",
                         *             "currency": "EUR"
                         *           },
                         *           "total": {
                         *             "amount": "11.90",
                         *             "currency": "EUR"
                         *           },
                         *           "taxBreakdown": [
                         *             {
                         *               "category": "S",
                         *               "rate": "19",
                         *               "taxable": {
                         *                 "amount": "10.00",
                         *                 "currency": "EUR"
                         *               },
                         *               "amount": {
                         *                 "amount": "1.90",
                         *                 "currency": "EUR"
                         *               }
                         *             }
                         *           ]
                         *         },
                         *         "createdAt": "2026-01-02T03:04:05.000Z",
                         *         "reservedUntil": "2026-01-02T03:19:05.000Z"
                         *       }
                         *     }
                         */
                        data: {
                            /**
                             * @example {
                             *       "id": "chk_01m7xb7z3h5d0q2w8m4v6c9rta",
                             *       "state": "RESERVED",
                             *       "cartId": "cart_01m7xb7y1m0f4s8k2t6z9b3qwn",
                             *       "snapshot": {
                             *         "currency": "EUR",
                             *         "lines": [
                             *           {
                             *             "productId": "prd_01m7x9v1c40e5rk2m8w3tq6zna",
                             *             "sku": "1128895",
                             *             "mpn": "DB9 RS232",
                             *             "name": "Null modem adapter",
                             *             "brand": "StarTech.com",
                             *             "quantity": 4,
                             *             "unitPrice": {
                             *               "amount": "2.50",
                             *               "currency": "EUR"
                             *             },
                             *             "lineTotal": {
                             *               "amount": "10.00",
                             *               "currency": "EUR"
                             *             },
                             *             "discount": {
                             *               "amount": "0.00",
                             *               "currency": "EUR"
                             *             },
                             *             "tax": {
                             *               "category": "S",
                             *               "rate": "19",
                             *               "amount": {
                             *                 "amount": "1.90",
                             *                 "currency": "EUR"
                             *               }
                             *             }
                             *           }
                             *         ],
                             *         "shipTo": {
                             *           "name": "Bea Buyer",
                             *           "company": "Example GmbH",
                             *           "line1": "Hafenstr. 7",
                             *           "city": "Hamburg",
                             *           "postalCode": "20457",
                             *           "country": "DE"
                             *         }
                             *       },
                             *       "totals": {
                             *         "subtotal": {
                             *           "amount": "10.00",
                             *           "currency": "EUR"
                             *         },
                             *         "goods": {
                             *           "amount": "10.00",
                             *           "currency": "EUR"
                             *         },
                             *         "discount": {
                             *           "amount": "0.00",
                             *           "currency": "EUR"
                             *         },
                             *         "shipping": {
                             *           "amount": "0.00",
                             *           "currency": "EUR"
                             *         },
                             *         "tax": {
                             *           "amount": "1.90",
                             *           "currency": "EUR"
                             *         },
                             *         "total": {
                             *           "amount": "11.90",
                             *           "currency": "EUR"
                             *         },
                             *         "taxBreakdown": [
                             *           {
                             *             "category": "S",
                             *             "rate": "19",
                             *             "taxable": {
                             *               "amount": "10.00",
                             *               "currency": "EUR"
                             *             },
                             *             "amount": {
                             *               "amount": "1.90",
                             *               "currency": "EUR"
                             *             }
                             *           }
                             *         ]
                             *       },
                             *       "createdAt": "2026-01-02T03:04:05.000Z",
                             *       "reservedUntil": "2026-01-02T03:19:05.000Z"
                             *     }
                             */
                            checkout: {
                                /** @description Absent for an order that was placed without a cart. */
                                cartId?: string;
                                /** Format: date-time */
                                createdAt: string;
                                /** Format: date-time */
                                endedAt?: string;
                                failure?: {
                                    code: string;
                                    message: string;
                                };
                                id: string;
                                orderId?: string;
                                payment?: {
                                    amount: components["schemas"]["Money"];
                                    id: string;
                                    method: string;
                                    /** @description Send the buyer here to pay. Present while there is something to pay. */
                                    redirectUrl?: string;
                                    state: string;
                                };
                                /** Format: date-time */
                                reservedUntil: string;
                                snapshot: {
                                    billTo?: components["schemas"]["Address"];
                                    costCenter?: string;
                                    currency: string;
                                    /** @description Where there are several addresses, or a wish. `shipTo` is that of the first. */
                                    deliveries?: {
                                        costCenter?: string;
                                        /** Format: int64 */
                                        number: number;
                                        /** Format: date */
                                        requestedDate?: string;
                                        shipTo: components["schemas"]["Address"];
                                    }[];
                                    lines: {
                                        brand: string;
                                        /** @description Present where the supplier's price was in another currency. */
                                        conversion?: {
                                            from: string;
                                            /** @description One unit of `from` in units of `to`, when it was bought. */
                                            rate: string;
                                            rateSetId: string;
                                            to: string;
                                        };
                                        costCenter?: string;
                                        /**
                                         * Format: int64
                                         * @description Which of the deliveries, from 1.
                                         */
                                        delivery?: number;
                                        discount?: components["schemas"]["Money"];
                                        lineTotal: components["schemas"]["Money"];
                                        mpn: string;
                                        name: string;
                                        poNumber?: string;
                                        productId: string;
                                        /** Format: int64 */
                                        quantity: number;
                                        sku: string;
                                        /** @description Absent in documents from before taxes were reckoned here. */
                                        tax?: {
                                            amount: components["schemas"]["Money"];
                                            /**
                                             * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                             * @enum {unknown}
                                             */
                                            category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                            /** @description In percent. */
                                            rate: string;
                                            /** @description VATEX: why there is no tax. */
                                            reasonCode?: string;
                                        };
                                        unitPrice: components["schemas"]["Money"];
                                    }[];
                                    note?: string;
                                    poNumber?: string;
                                    /** @description What the way of the goods costs, by supplier and delivery. */
                                    shipping?: {
                                        amount: components["schemas"]["Money"];
                                        /**
                                         * Format: int64
                                         * @description Which of the deliveries, from 1.
                                         */
                                        delivery: number;
                                        /** @enum {unknown} */
                                        kind: "DELIVERY" | "PICK_UP";
                                        /** Format: int64 */
                                        leadTimeDays: number;
                                        name: string;
                                        shippingMethodId: string;
                                        supplierId: string;
                                        /** @description Absent in documents from before taxes were reckoned here. */
                                        tax: {
                                            amount: components["schemas"]["Money"];
                                            /**
                                             * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                             * @enum {unknown}
                                             */
                                            category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                            /** @description In percent. */
                                            rate: string;
                                            /** @description VATEX: why there is no tax. */
                                            reasonCode?: string;
                                        };
                                    }[];
                                    shipTo: components["schemas"]["Address"];
                                };
                                /** @enum {unknown} */
                                state: "RESERVED" | "PAYMENT_INITIATED_CART_RECONCILING" | "COMPLETED" | "CANCELLED" | "EXPIRED" | "FAILED";
                                /** @description total = goods - discount + shipping + tax: what is to be paid. */
                                totals: {
                                    discount?: components["schemas"]["Money"];
                                    goods?: components["schemas"]["Money"];
                                    shipping?: components["schemas"]["Money"];
                                    subtotal: components["schemas"]["Money"];
                                    tax?: components["schemas"]["Money"];
                                    /** @description All that is taxed alike, together: as an EN 16931 invoice sums it up. */
                                    taxBreakdown?: {
                                        amount: components["schemas"]["Money"];
                                        /**
                                         * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                         * @enum {unknown}
                                         */
                                        category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                        /** @description In percent. */
                                        rate: string;
                                        /** @description VATEX: why there is no tax. */
                                        reasonCode?: string;
                                        taxable: components["schemas"]["Money"];
                                    }[];
                                    total: components["schemas"]["Money"];
                                };
                            };
                            payment: {
                                amount: components["schemas"]["Money"];
                                id: string;
                                method: string;
                                /** @description Send the buyer here to pay. Present while there is something to pay. */
                                redirectUrl?: string;
                                state: string;
                            };
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Impossible"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOwnCompany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "co_01m7xb82dw3khw78phh28dvacd",
                         *       "name": "Example GmbH",
                         *       "currency": "EUR",
                         *       "country": "DE",
                         *       "supplier": false,
                         *       "state": "ACTIVE",
                         *       "vatId": "DE123456789",
                         *       "billingAddress": {
                         *         "name": "Accounts payable",
                         *         "line1": "Hafenstrasse 12",
                         *         "city": "Hamburg",
                         *         "postalCode": "20457",
                         *         "country": "DE"
                         *       },
                         *       "poNumberRequired": false,
                         *       "createdAt": "2026-01-02T03:04:05.000Z"
                         *     }
                         */
                        data: {
                            billingAddress?: components["schemas"]["BillingAddress"];
                            country: string;
                            /** Format: date-time */
                            createdAt: string;
                            currency: string;
                            /** Format: date-time */
                            disabledAt?: string;
                            id: string;
                            name: string;
                            poNumberRequired: boolean;
                            /** @enum {unknown} */
                            state: "ACTIVE" | "DISABLED";
                            supplier: boolean;
                            vatId?: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeOwnCompany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    billingAddress?: components["schemas"]["BillingAddressInput"] | null;
                    /** @description ISO 3166-1 alpha-2. */
                    country?: string;
                    /** @description ISO 4217. */
                    currency?: string;
                    name?: string;
                    /** @description Nothing is bought without the number of a purchase order. */
                    poNumberRequired?: boolean;
                    vatId?: string | null;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "co_01m7xb82dw3khw78phh28dvacd",
                         *       "name": "Example GmbH",
                         *       "currency": "EUR",
                         *       "country": "DE",
                         *       "supplier": false,
                         *       "state": "ACTIVE",
                         *       "vatId": "DE123456789",
                         *       "billingAddress": {
                         *         "name": "Accounts payable",
                         *         "line1": "Hafenstrasse 12",
                         *         "city": "Hamburg",
                         *         "postalCode": "20457",
                         *         "country": "DE"
                         *       },
                         *       "poNumberRequired": false,
                         *       "createdAt": "2026-01-02T03:04:05.000Z"
                         *     }
                         */
                        data: {
                            billingAddress?: components["schemas"]["BillingAddress"];
                            country: string;
                            /** Format: date-time */
                            createdAt: string;
                            currency: string;
                            /** Format: date-time */
                            disabledAt?: string;
                            id: string;
                            name: string;
                            poNumberRequired: boolean;
                            /** @enum {unknown} */
                            state: "ACTIVE" | "DISABLED";
                            supplier: boolean;
                            vatId?: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOwnShippingMethods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "methods": []
                         *     }
                         */
                        data: {
                            methods: {
                                countries: string[];
                                currency: string;
                                id: string;
                                /** @enum {unknown} */
                                kind: "DELIVERY" | "PICK_UP";
                                /** Format: int64 */
                                leadTimeDays: number;
                                name: string;
                                /** Format: int64 */
                                position: number;
                                /** @description Absent: the platform’s. */
                                supplierId?: string;
                                tiers: {
                                    from: string;
                                    price: string;
                                }[];
                            }[];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    addOwnShippingMethod: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Absent or empty: everywhere. */
                    countries?: string[];
                    currency: string;
                    /** @enum {unknown} */
                    kind: "DELIVERY" | "PICK_UP";
                    /** Format: int32 */
                    leadTimeDays: number;
                    name: string;
                    /**
                     * Format: int32
                     * @description The smallest comes first, and is taken when none is named. Default: 100.
                     */
                    position?: number;
                    /** @description What carriage costs, by what the goods of a parcel are worth: the highest that is reached counts. One tier is a flat price; a last one of 0 is free above. Absent: it costs nothing. */
                    tiers?: {
                        from: string;
                        price: string;
                    }[];
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "shp_01m7xb82dw3khw78phh28dvacd",
                         *       "name": "Parcel",
                         *       "kind": "DELIVERY",
                         *       "countries": [
                         *         "DE",
                         *         "AT"
                         *       ],
                         *       "currency": "EUR",
                         *       "tiers": [
                         *         {
                         *           "from": "0",
                         *           "price": "6.90"
                         *         },
                         *         {
                         *           "from": "250.00",
                         *           "price": "0"
                         *         }
                         *       ],
                         *       "leadTimeDays": 2,
                         *       "position": 100
                         *     }
                         */
                        data: {
                            countries: string[];
                            currency: string;
                            id: string;
                            /** @enum {unknown} */
                            kind: "DELIVERY" | "PICK_UP";
                            /** Format: int64 */
                            leadTimeDays: number;
                            name: string;
                            /** Format: int64 */
                            position: number;
                            /** @description Absent: the platform’s. */
                            supplierId?: string;
                            tiers: {
                                from: string;
                                price: string;
                            }[];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeOwnShippingMethod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                shippingMethodId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Absent or empty: everywhere. */
                    countries?: string[];
                    currency: string;
                    /** @enum {unknown} */
                    kind: "DELIVERY" | "PICK_UP";
                    /** Format: int32 */
                    leadTimeDays: number;
                    name: string;
                    /**
                     * Format: int32
                     * @description The smallest comes first, and is taken when none is named. Default: 100.
                     */
                    position?: number;
                    /** @description What carriage costs, by what the goods of a parcel are worth: the highest that is reached counts. One tier is a flat price; a last one of 0 is free above. Absent: it costs nothing. */
                    tiers?: {
                        from: string;
                        price: string;
                    }[];
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "shp_01m7xb82dw3khw78phh28dvacd",
                         *       "name": "Parcel",
                         *       "kind": "DELIVERY",
                         *       "countries": [
                         *         "DE",
                         *         "AT"
                         *       ],
                         *       "currency": "EUR",
                         *       "tiers": [
                         *         {
                         *           "from": "0",
                         *           "price": "6.90"
                         *         },
                         *         {
                         *           "from": "250.00",
                         *           "price": "0"
                         *         }
                         *       ],
                         *       "leadTimeDays": 2,
                         *       "position": 100
                         *     }
                         */
                        data: {
                            countries: string[];
                            currency: string;
                            id: string;
                            /** @enum {unknown} */
                            kind: "DELIVERY" | "PICK_UP";
                            /** Format: int64 */
                            leadTimeDays: number;
                            name: string;
                            /** Format: int64 */
                            position: number;
                            /** @description Absent: the platform’s. */
                            supplierId?: string;
                            tiers: {
                                from: string;
                                price: string;
                            }[];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteOwnShippingMethod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                shippingMethodId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "shp_01m7xb82dw3khw78phh28dvacd",
                         *       "name": "Parcel",
                         *       "kind": "DELIVERY",
                         *       "countries": [
                         *         "DE",
                         *         "AT"
                         *       ],
                         *       "currency": "EUR",
                         *       "tiers": [
                         *         {
                         *           "from": "0",
                         *           "price": "6.90"
                         *         },
                         *         {
                         *           "from": "250.00",
                         *           "price": "0"
                         *         }
                         *       ],
                         *       "leadTimeDays": 2,
                         *       "position": 100
                         *     }
                         */
                        data: {
                            countries: string[];
                            currency: string;
                            id: string;
                            /** @enum {unknown} */
                            kind: "DELIVERY" | "PICK_UP";
                            /** Format: int64 */
                            leadTimeDays: number;
                            name: string;
                            /** Format: int64 */
                            position: number;
                            /** @description Absent: the platform’s. */
                            supplierId?: string;
                            tiers: {
                                from: string;
                                price: string;
                            }[];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listContracts: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                /** @description How many at most. */
                limit?: number;
                state?: "DRAFT" | "ACTIVE" | "ENDED";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Contract"][];
                        meta: {
                            /** Format: int64 */
                            limit: number;
                            /** @description Asks for the next page. Absent on the last one. */
                            nextCursor?: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    createContract: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    buyerCompanyId: string;
                    /** @description By precedence: the first that has a price for a product decides. */
                    priceListIds: string[];
                    /** @description What both sides call it; each of a supplier has another one. */
                    reference: string;
                    /**
                     * @description Unless given, DRAFT.
                     * @enum {unknown}
                     */
                    state?: "DRAFT" | "ACTIVE";
                    /** @description For operators. Others have their own company. */
                    supplierId?: string;
                    /**
                     * Format: date-time
                     * @description Unless given, at once.
                     */
                    validFrom?: string;
                    /**
                     * Format: date-time
                     * @description The first instant at which it no longer holds.
                     */
                    validUntil?: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Contract"];
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getContract: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contractId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Contract"];
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeContract: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contractId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description By precedence: the first that has a price for a product decides. */
                    priceListIds?: string[];
                    /** @description What both sides call it; each of a supplier has another one. */
                    reference?: string;
                    /** @enum {unknown} */
                    state?: "DRAFT" | "ACTIVE" | "ENDED";
                    /**
                     * Format: date-time
                     * @description Unless given, at once.
                     */
                    validFrom?: string;
                    validUntil?: string | null;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Contract"];
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCartConcurrencyContract: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "contract": "cart-concurrency",
                         *       "version": 1,
                         *       "status": "UNVALIDATED",
                         *       "steps": [
                         *         {
                         *           "number": 1,
                         *           "task": "Add three lines to the practice cart.",
                         *           "expected": "Three lines in the cart."
                         *         }
                         *       ]
                         *     }
                         */
                        data: {
                            contract: string;
                            status: "UNVALIDATED" | "VALIDATED";
                            steps: {
                                expected: string;
                                /** Format: int64 */
                                number: number;
                                task: string;
                            }[];
                            /** Format: date-time */
                            validatedAt?: string;
                            /** Format: int64 */
                            version: number;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    openCartCertification: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            clientId: string;
                            closedAt: string | null;
                            contract: string;
                            currentStep: number | null;
                            /** Format: date-time */
                            deadlineAt: string;
                            /**
                             * @example OVERWROTE
                             * @example STALE_RETRY
                             * @example GAVE_UP
                             * @example VERSION_MISSING
                             * @example DEADLINE_PASSED
                             * @example ABANDONED
                             * @example TOO_MANY_REQUESTS
                             */
                            failure: string | null;
                            id: string;
                            /** Format: date-time */
                            openedAt: string;
                            /** @description The ordinary cart routes, with this header on every request. */
                            practiceCart: {
                                header: {
                                    name: string;
                                    value: string;
                                };
                                path: string;
                            };
                            state: "OPEN" | "PASSED" | "FAILED";
                            steps: {
                                action: "add_lines" | "change_quantity" | "remove_line" | "clear_cart";
                                /** Format: int64 */
                                conflictsDue: number;
                                /** Format: int64 */
                                conflictsMade: number;
                                /** @description What has to be seen. */
                                expected: string;
                                itemId: string | null;
                                /** Format: int64 */
                                number: number;
                                quantity: number | null;
                                seen: {
                                    /** Format: date-time */
                                    at: string;
                                    currentVersion: number | null;
                                    expectedVersion: number | null;
                                    operation: string;
                                    outcome: string;
                                }[];
                                state: "WAITING" | "ACTIVE" | "PASSED" | "FAILED";
                                /** @description What to do, in words. */
                                task: string;
                            }[];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCartCertification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                certificationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            clientId: string;
                            closedAt: string | null;
                            contract: string;
                            currentStep: number | null;
                            /** Format: date-time */
                            deadlineAt: string;
                            /**
                             * @example OVERWROTE
                             * @example STALE_RETRY
                             * @example GAVE_UP
                             * @example VERSION_MISSING
                             * @example DEADLINE_PASSED
                             * @example ABANDONED
                             * @example TOO_MANY_REQUESTS
                             */
                            failure: string | null;
                            id: string;
                            /** Format: date-time */
                            openedAt: string;
                            /** @description The ordinary cart routes, with this header on every request. */
                            practiceCart: {
                                header: {
                                    name: string;
                                    value: string;
                                };
                                path: string;
                            };
                            state: "OPEN" | "PASSED" | "FAILED";
                            steps: {
                                action: "add_lines" | "change_quantity" | "remove_line" | "clear_cart";
                                /** Format: int64 */
                                conflictsDue: number;
                                /** Format: int64 */
                                conflictsMade: number;
                                /** @description What has to be seen. */
                                expected: string;
                                itemId: string | null;
                                /** Format: int64 */
                                number: number;
                                quantity: number | null;
                                seen: {
                                    /** Format: date-time */
                                    at: string;
                                    currentVersion: number | null;
                                    expectedVersion: number | null;
                                    operation: string;
                                    outcome: string;
                                }[];
                                state: "WAITING" | "ACTIVE" | "PASSED" | "FAILED";
                                /** @description What to do, in words. */
                                task: string;
                            }[];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    abandonCartCertification: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                certificationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            clientId: string;
                            closedAt: string | null;
                            contract: string;
                            currentStep: number | null;
                            /** Format: date-time */
                            deadlineAt: string;
                            /**
                             * @example OVERWROTE
                             * @example STALE_RETRY
                             * @example GAVE_UP
                             * @example VERSION_MISSING
                             * @example DEADLINE_PASSED
                             * @example ABANDONED
                             * @example TOO_MANY_REQUESTS
                             */
                            failure: string | null;
                            id: string;
                            /** Format: date-time */
                            openedAt: string;
                            /** @description The ordinary cart routes, with this header on every request. */
                            practiceCart: {
                                header: {
                                    name: string;
                                    value: string;
                                };
                                path: string;
                            };
                            state: "OPEN" | "PASSED" | "FAILED";
                            steps: {
                                action: "add_lines" | "change_quantity" | "remove_line" | "clear_cart";
                                /** Format: int64 */
                                conflictsDue: number;
                                /** Format: int64 */
                                conflictsMade: number;
                                /** @description What has to be seen. */
                                expected: string;
                                itemId: string | null;
                                /** Format: int64 */
                                number: number;
                                quantity: number | null;
                                seen: {
                                    /** Format: date-time */
                                    at: string;
                                    currentVersion: number | null;
                                    expectedVersion: number | null;
                                    operation: string;
                                    outcome: string;
                                }[];
                                state: "WAITING" | "ACTIVE" | "PASSED" | "FAILED";
                                /** @description What to do, in words. */
                                task: string;
                            }[];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOwnCreditAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "accounts": [
                         *         {
                         *           "currency": "EUR",
                         *           "state": "OPEN",
                         *           "limit": {
                         *             "amount": "10000.00",
                         *             "currency": "EUR"
                         *           },
                         *           "used": {
                         *             "amount": "1250.00",
                         *             "currency": "EUR"
                         *           },
                         *           "available": {
                         *             "amount": "8750.00",
                         *             "currency": "EUR"
                         *           },
                         *           "netDays": 30
                         *         }
                         *       ]
                         *     }
                         */
                        data: {
                            accounts: {
                                /** @description What may still be bought on credit. Never below zero. */
                                available: {
                                    /** @example 12.50 */
                                    amount: string;
                                    /** @example EUR */
                                    currency: string;
                                };
                                currency: string;
                                limit: components["schemas"]["Money"];
                                /** Format: int64 */
                                netDays: number;
                                /**
                                 * @description SUSPENDED: nothing more is sold on credit; what is owed stays owed.
                                 * @enum {unknown}
                                 */
                                state: "OPEN" | "SUSPENDED";
                                /** @description Promised and charged, and not repaid. Below zero: the company is owed money. */
                                used: {
                                    /** @example 12.50 */
                                    amount: string;
                                    /** @example EUR */
                                    currency: string;
                                };
                            }[];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    convertAmount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description A decimal string, as all money.
                     * @example 12.50
                     */
                    amount: string;
                    /**
                     * @description ISO 4217.
                     * @example EUR
                     */
                    from: string;
                    /**
                     * @description ISO 4217.
                     * @example EUR
                     */
                    to: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "amount": "15983",
                         *       "from": "USD",
                         *       "to": "JPY",
                         *       "rate": "159.8339609722697706264977747346799",
                         *       "rateSetId": "fxs_01m7xb82dw3khw78phh28dvacd",
                         *       "asOf": "2026-04-13T00:00:00.000Z",
                         *       "state": "fresh"
                         *     }
                         */
                        data: {
                            /** @description In `to`: rounded once, half to even, to its smallest unit. */
                            amount: string;
                            /** Format: date-time */
                            asOf: string;
                            from: string;
                            /**
                             * @description A decimal with every digit that is reckoned with.
                             * @example 1.1684
                             */
                            rate: string;
                            /** @description The immutable set that the rate is of. Null for a currency to itself, which needs none. */
                            rateSetId: string | null;
                            /**
                             * @description `stale_grace`: newer rates are overdue. They are used for a while still, and then no more.
                             * @enum {unknown}
                             */
                            state: "fresh" | "stale_grace";
                            to: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listExchangeRates: {
        parameters: {
            query?: {
                /** @description Rates are for one unit of this. Unless given, of the provider. */
                base?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "base": "EUR",
                         *       "rateSetId": "fxs_01m7xb82dw3khw78phh28dvacd",
                         *       "asOf": "2026-04-13T00:00:00.000Z",
                         *       "fetchedAt": "2026-04-13T00:07:01.000Z",
                         *       "nextUpdate": "2026-04-14T00:00:00.000Z",
                         *       "state": "fresh",
                         *       "rates": {
                         *         "EUR": "1",
                         *         "JPY": "186.75",
                         *         "USD": "1.1684"
                         *       }
                         *     }
                         */
                        data: {
                            /** Format: date-time */
                            asOf: string;
                            base: string;
                            /** Format: date-time */
                            fetchedAt: string;
                            /**
                             * Format: date-time
                             * @description When newer ones are expected.
                             */
                            nextUpdate: string;
                            /** @description By currency, ISO 4217. */
                            rates: {
                                [key: string]: string;
                            };
                            rateSetId: string;
                            /**
                             * @description `stale_grace`: newer rates are overdue. They are used for a while still, and then no more.
                             * @enum {unknown}
                             */
                            state: "fresh" | "stale_grace";
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                /** @description How many at most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            closedAt?: string;
                            /** Format: date-time */
                            createdAt: string;
                            email: string;
                            /** Format: date-time */
                            expiresAt: string;
                            id: string;
                            invitedBy?: string;
                            roles: ("buyer" | "approver" | "company_admin" | "operator")[];
                            /** @enum {unknown} */
                            state: "OPEN" | "ACCEPTED" | "REVOKED" | "EXPIRED";
                        }[];
                        meta: {
                            /** Format: int64 */
                            limit: number;
                            /** @description Asks for the next page. Absent on the last one. */
                            nextCursor?: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    roles: ("buyer" | "approver" | "company_admin")[];
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "inv_01m7xb82dw3khw78phh28dvacd",
                         *       "email": "bea@example.com",
                         *       "roles": [
                         *         "buyer"
                         *       ],
                         *       "state": "OPEN",
                         *       "invitedBy": "usr_01m7xb82dw3khw78phh28dvacd",
                         *       "createdAt": "2026-01-02T03:04:05.000Z",
                         *       "expiresAt": "2026-01-09T03:04:05.000Z"
                         *     }
                         */
                        data: {
                            /** Format: date-time */
                            closedAt?: string;
                            /** Format: date-time */
                            createdAt: string;
                            email: string;
                            /** Format: date-time */
                            expiresAt: string;
                            id: string;
                            invitedBy?: string;
                            roles: ("buyer" | "approver" | "company_admin" | "operator")[];
                            /** @enum {unknown} */
                            state: "OPEN" | "ACCEPTED" | "REVOKED" | "EXPIRED";
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "inv_01m7xb82dw3khw78phh28dvacd",
                         *       "email": "bea@example.com",
                         *       "roles": [
                         *         "buyer"
                         *       ],
                         *       "state": "OPEN",
                         *       "invitedBy": "usr_01m7xb82dw3khw78phh28dvacd",
                         *       "createdAt": "2026-01-02T03:04:05.000Z",
                         *       "expiresAt": "2026-01-09T03:04:05.000Z"
                         *     }
                         */
                        data: {
                            /** Format: date-time */
                            closedAt?: string;
                            /** Format: date-time */
                            createdAt: string;
                            email: string;
                            /** Format: date-time */
                            expiresAt: string;
                            id: string;
                            invitedBy?: string;
                            roles: ("buyer" | "approver" | "company_admin" | "operator")[];
                            /** @enum {unknown} */
                            state: "OPEN" | "ACCEPTED" | "REVOKED" | "EXPIRED";
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInvoices: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                kind?: "INVOICE" | "CREDIT_NOTE";
                /** @description How many at most. */
                limit?: number;
                orderId?: string;
                /** @description `issued`: those of your company as a supplier. */
                side?: "received" | "issued";
                /** @description WAITING: until the supplier has said what `missing` names. */
                state?: "WAITING" | "ISSUED";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            buyerId: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date */
                            dueOn?: string;
                            id: string;
                            /** Format: date */
                            issuedOn?: string;
                            /** @enum {unknown} */
                            kind: "INVOICE" | "CREDIT_NOTE";
                            missing?: string[];
                            net: components["schemas"]["Money"];
                            /** @description The supplier's own, without gaps. */
                            number?: string;
                            orderId: string;
                            poNumber?: string;
                            /**
                             * @description WAITING: until the supplier has said what `missing` names.
                             * @enum {unknown}
                             */
                            state: "WAITING" | "ISSUED";
                            supplierId: string;
                            tax: components["schemas"]["Money"];
                            total: components["schemas"]["Money"];
                        }[];
                        meta: {
                            /** Format: int64 */
                            limit: number;
                            /** @description Asks for the next page. Absent on the last one. */
                            nextCursor?: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invoiceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "inv_01m7xb82dw3khw78phh28dvacd",
                         *       "kind": "INVOICE",
                         *       "state": "ISSUED",
                         *       "number": "INV-2026-000042",
                         *       "orderId": "ord_01m7xb82dw3khw78phh28dvacd",
                         *       "poNumber": "PO-4711",
                         *       "supplierId": "co_01m7x9t0a3w4n5q6r7s8t9v0w1",
                         *       "buyerId": "co_01m7x9t0a3w4n5q6r7s8t9v0w2",
                         *       "issuedOn": "2026-01-02",
                         *       "dueOn": "2026-02-01",
                         *       "net": {
                         *         "amount": "100.00",
                         *         "currency": "EUR"
                         *       },
                         *       "tax": {
                         *         "amount": "19.00",
                         *         "currency": "EUR"
                         *       },
                         *       "total": {
                         *         "amount": "119.00",
                         *         "currency": "EUR"
                         *       },
                         *       "createdAt": "2026-01-02T03:04:05.000Z",
                         *       "seller": {
                         *         "companyId": "co_01m7x9t0a3w4n5q6r7s8t9v0w1",
                         *         "name": "Boltworks GmbH",
                         *         "vatId": "DE123456789",
                         *         "line1": "Werkstr. 1",
                         *         "city": "Hagen",
                         *         "postalCode": "58095",
                         *         "country": "DE"
                         *       },
                         *       "buyer": {
                         *         "companyId": "co_01m7x9t0a3w4n5q6r7s8t9v0w1",
                         *         "name": "Example GmbH",
                         *         "vatId": "DE987654321",
                         *         "line1": "Werkstr. 1",
                         *         "city": "Hagen",
                         *         "postalCode": "58095",
                         *         "country": "DE"
                         *       },
                         *       "shipTo": {
                         *         "companyId": "co_01m7x9t0a3w4n5q6r7s8t9v0w1",
                         *         "name": "Example GmbH",
                         *         "vatId": "DE123456789",
                         *         "line1": "Werkstr. 1",
                         *         "city": "Hagen",
                         *         "postalCode": "58095",
                         *         "country": "DE"
                         *       },
                         *       "orderedOn": "2026-01-01",
                         *       "suppliedOn": "2026-01-02",
                         *       "precedes": [],
                         *       "lines": [
                         *         {
                         *           "lineNumber": 1,
                         *           "sku": "1001",
                         *           "name": "Hex bolt M8",
                         *           "quantity": 40,
                         *           "unitPrice": {
                         *             "amount": "2.50",
                         *             "currency": "EUR"
                         *           },
                         *           "discount": {
                         *             "amount": "0.00",
                         *             "currency": "EUR"
                         *           },
                         *           "net": {
                         *             "amount": "100.00",
                         *             "currency": "EUR"
                         *           },
                         *           "tax": {
                         *             "category": "S",
                         *             "rate": "19",
                         *             "amount": {
                         *               "amount": "19.00",
                         *               "currency": "EUR"
                         *             }
                         *           }
                         *         }
                         *       ],
                         *       "charges": [],
                         *       "taxBreakdown": [
                         *         {
                         *           "category": "S",
                         *           "rate": "19",
                         *           "amount": {
                         *             "amount": "19.00",
                         *             "currency": "EUR"
                         *           },
                         *           "taxable": {
                         *             "amount": "100.00",
                         *             "currency": "EUR"
                         *           }
                         *         }
                         *       ],
                         *       "prepaid": {
                         *         "amount": "0.00",
                         *         "currency": "EUR"
                         *       },
                         *       "paymentMethod": "invoice"
                         *     }
                         */
                        data: {
                            buyer: {
                                city?: string;
                                companyId: string;
                                country: string;
                                email?: string;
                                line1?: string;
                                line2?: string;
                                name: string;
                                postalCode?: string;
                                region?: string;
                                vatId?: string;
                            };
                            buyerId: string;
                            charges: {
                                amount: components["schemas"]["Money"];
                                name: string;
                                /** @description Absent in documents from before taxes were reckoned here. */
                                tax: {
                                    amount: components["schemas"]["Money"];
                                    /**
                                     * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                     * @enum {unknown}
                                     */
                                    category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                    /** @description In percent. */
                                    rate: string;
                                    /** @description VATEX: why there is no tax. */
                                    reasonCode?: string;
                                };
                            }[];
                            costCenter?: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date */
                            dueOn?: string;
                            id: string;
                            /** Format: date */
                            issuedOn?: string;
                            /** @enum {unknown} */
                            kind: "INVOICE" | "CREDIT_NOTE";
                            lines: {
                                discount: components["schemas"]["Money"];
                                /** Format: int64 */
                                lineNumber: number;
                                name: string;
                                net: components["schemas"]["Money"];
                                /** Format: int64 */
                                quantity: number;
                                sku: string;
                                /** @description Absent in documents from before taxes were reckoned here. */
                                tax: {
                                    amount: components["schemas"]["Money"];
                                    /**
                                     * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                     * @enum {unknown}
                                     */
                                    category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                    /** @description In percent. */
                                    rate: string;
                                    /** @description VATEX: why there is no tax. */
                                    reasonCode?: string;
                                };
                                unitPrice: components["schemas"]["Money"];
                            }[];
                            missing?: string[];
                            net: components["schemas"]["Money"];
                            /** @description The supplier's own, without gaps. */
                            number?: string;
                            /** Format: date */
                            orderedOn: string;
                            orderId: string;
                            /** @enum {unknown} */
                            paymentMethod: "card" | "invoice";
                            poNumber?: string;
                            /** @description The invoices that a credit note takes back. */
                            precedes: {
                                /** Format: date */
                                issuedOn: string;
                                number: string;
                            }[];
                            prepaid: components["schemas"]["Money"];
                            seller: {
                                city?: string;
                                companyId: string;
                                country: string;
                                email?: string;
                                line1?: string;
                                line2?: string;
                                name: string;
                                postalCode?: string;
                                region?: string;
                                vatId?: string;
                            };
                            shipTo: {
                                city?: string;
                                companyId: string;
                                country: string;
                                email?: string;
                                line1?: string;
                                line2?: string;
                                name: string;
                                postalCode?: string;
                                region?: string;
                                vatId?: string;
                            };
                            /**
                             * @description WAITING: until the supplier has said what `missing` names.
                             * @enum {unknown}
                             */
                            state: "WAITING" | "ISSUED";
                            /** Format: date */
                            suppliedOn: string;
                            supplierId: string;
                            tax: components["schemas"]["Money"];
                            /** @description All that is taxed alike, together: as an EN 16931 invoice sums it up. */
                            taxBreakdown: {
                                amount: components["schemas"]["Money"];
                                /**
                                 * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                 * @enum {unknown}
                                 */
                                category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                /** @description In percent. */
                                rate: string;
                                /** @description VATEX: why there is no tax. */
                                reasonCode?: string;
                                taxable: components["schemas"]["Money"];
                            }[];
                            total: components["schemas"]["Money"];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInvoicePdf: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invoiceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInvoiceUbl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invoiceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "person": {
                         *         "id": "usr_01m7xb82dw3khw78phh28dvacd",
                         *         "email": "buyer@example.com",
                         *         "name": "Bea Buyer",
                         *         "roles": [
                         *           "buyer"
                         *         ]
                         *       },
                         *       "company": {
                         *         "id": "co_01m7xb82dw3khw78phh28dvacd",
                         *         "name": "Example GmbH",
                         *         "currency": "EUR",
                         *         "country": "DE",
                         *         "supplier": false
                         *       }
                         *     }
                         */
                        data: {
                            company: {
                                country: string;
                                currency: string;
                                id: string;
                                name: string;
                                supplier: boolean;
                            };
                            person: {
                                email: string;
                                id: string;
                                name: string;
                                roles: string[];
                            };
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                /** @description How many at most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            email: string;
                            /** Format: date-time */
                            joinedAt: string;
                            name: string;
                            roles: ("buyer" | "approver" | "company_admin" | "operator")[];
                            userId: string;
                        }[];
                        meta: {
                            /** Format: int64 */
                            limit: number;
                            /** @description Asks for the next page. Absent on the last one. */
                            nextCursor?: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "userId": "usr_01m7xb82dw3khw78phh28dvacd",
                         *       "email": "bea@example.com",
                         *       "name": "Bea Buyer",
                         *       "roles": [
                         *         "buyer"
                         *       ],
                         *       "joinedAt": "2026-01-02T03:04:05.000Z"
                         *     }
                         */
                        data: {
                            email: string;
                            /** Format: date-time */
                            joinedAt: string;
                            name: string;
                            roles: ("buyer" | "approver" | "company_admin" | "operator")[];
                            userId: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    roles: ("buyer" | "approver" | "company_admin")[];
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "userId": "usr_01m7xb82dw3khw78phh28dvacd",
                         *       "email": "bea@example.com",
                         *       "name": "Bea Buyer",
                         *       "roles": [
                         *         "buyer"
                         *       ],
                         *       "joinedAt": "2026-01-02T03:04:05.000Z"
                         *     }
                         */
                        data: {
                            email: string;
                            /** Format: date-time */
                            joinedAt: string;
                            name: string;
                            roles: ("buyer" | "approver" | "company_admin" | "operator")[];
                            userId: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    eraseMember: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            erasedAt: string;
                            /** @description What stays, and why the law wants it to. */
                            kept: {
                                /** Format: int64 */
                                count: number;
                                reason: string;
                                what: string;
                            }[];
                            userId: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOAuthApps: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                /** @description How many at most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description What the app calls itself at the OAuth endpoints: its id. */
                            clientId: string;
                            /** @description The versioned contracts of clients, and whether this one has passed them. */
                            contracts?: {
                                cartConcurrency: {
                                    /** @enum {unknown} */
                                    status: "UNVALIDATED" | "VALIDATED";
                                    /** Format: date-time */
                                    validatedAt?: string;
                                    /** Format: int64 */
                                    version: number;
                                };
                            };
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: string;
                            id: string;
                            name: string;
                            redirectUris: string[];
                            /** Format: date-time */
                            revokedAt?: string;
                            scopes: ("products:read" | "orders:read" | "orders:write" | "payments:read" | "payments:write" | "support:read" | "support:write" | "webhooks:manage")[];
                            /** @enum {unknown} */
                            type: "confidential" | "public";
                        }[];
                        meta: {
                            /** Format: int64 */
                            limit: number;
                            /** @description Asks for the next page. Absent on the last one. */
                            nextCursor?: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOAuthApp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Where people are sent back to, compared character by character. https, http on the own machine, or, for a public app, a scheme like com.example.app:. */
                    redirectUris: string[];
                    /** @description The most that a person can let the app do. Each person decides on less. */
                    scopes: ("products:read" | "orders:read" | "orders:write" | "payments:read" | "payments:write" | "support:read" | "support:write" | "webhooks:manage")[];
                    /**
                     * @description confidential: runs on a server and keeps a secret. public: cannot, and has none.
                     * @enum {unknown}
                     */
                    type: "confidential" | "public";
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "app_01m7xb82dw3khw78phh28dvacd",
                         *       "clientId": "app_01m7xb82dw3khw78phh28dvacd",
                         *       "name": "Spend reports",
                         *       "type": "confidential",
                         *       "redirectUris": [
                         *         "https://reports.example.com/callback"
                         *       ],
                         *       "scopes": [
                         *         "orders:read",
                         *         "payments:read"
                         *       ],
                         *       "createdBy": "usr_01m7xb82dw3khw78phh28dvacd",
                         *       "createdAt": "2026-01-02T03:04:05.000Z",
                         *       "contracts": {
                         *         "cartConcurrency": {
                         *           "version": 1,
                         *           "status": "UNVALIDATED"
                         *         }
                         *       },
                         *       "clientSecret": "<CLIENT_SECRET>"
                         *     }
                         */
                        data: {
                            /** @description What the app calls itself at the OAuth endpoints: its id. */
                            clientId: string;
                            /** @description Of a confidential app: shown in this answer and never again. */
                            clientSecret?: string;
                            /** @description The versioned contracts of clients, and whether this one has passed them. */
                            contracts?: {
                                cartConcurrency: {
                                    /** @enum {unknown} */
                                    status: "UNVALIDATED" | "VALIDATED";
                                    /** Format: date-time */
                                    validatedAt?: string;
                                    /** Format: int64 */
                                    version: number;
                                };
                            };
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: string;
                            id: string;
                            name: string;
                            redirectUris: string[];
                            /** Format: date-time */
                            revokedAt?: string;
                            scopes: ("products:read" | "orders:read" | "orders:write" | "payments:read" | "payments:write" | "support:read" | "support:write" | "webhooks:manage")[];
                            /** @enum {unknown} */
                            type: "confidential" | "public";
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Impossible"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOAuthApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                appId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "app_01m7xb82dw3khw78phh28dvacd",
                         *       "clientId": "app_01m7xb82dw3khw78phh28dvacd",
                         *       "name": "Spend reports",
                         *       "type": "confidential",
                         *       "redirectUris": [
                         *         "https://reports.example.com/callback"
                         *       ],
                         *       "scopes": [
                         *         "orders:read",
                         *         "payments:read"
                         *       ],
                         *       "createdBy": "usr_01m7xb82dw3khw78phh28dvacd",
                         *       "createdAt": "2026-01-02T03:04:05.000Z",
                         *       "contracts": {
                         *         "cartConcurrency": {
                         *           "version": 1,
                         *           "status": "UNVALIDATED"
                         *         }
                         *       }
                         *     }
                         */
                        data: {
                            /** @description What the app calls itself at the OAuth endpoints: its id. */
                            clientId: string;
                            /** @description The versioned contracts of clients, and whether this one has passed them. */
                            contracts?: {
                                cartConcurrency: {
                                    /** @enum {unknown} */
                                    status: "UNVALIDATED" | "VALIDATED";
                                    /** Format: date-time */
                                    validatedAt?: string;
                                    /** Format: int64 */
                                    version: number;
                                };
                            };
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: string;
                            id: string;
                            name: string;
                            redirectUris: string[];
                            /** Format: date-time */
                            revokedAt?: string;
                            scopes: ("products:read" | "orders:read" | "orders:write" | "payments:read" | "payments:write" | "support:read" | "support:write" | "webhooks:manage")[];
                            /** @enum {unknown} */
                            type: "confidential" | "public";
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeOAuthApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                appId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "app_01m7xb82dw3khw78phh28dvacd",
                         *       "clientId": "app_01m7xb82dw3khw78phh28dvacd",
                         *       "name": "Spend reports",
                         *       "type": "confidential",
                         *       "redirectUris": [
                         *         "https://reports.example.com/callback"
                         *       ],
                         *       "scopes": [
                         *         "orders:read",
                         *         "payments:read"
                         *       ],
                         *       "createdBy": "usr_01m7xb82dw3khw78phh28dvacd",
                         *       "createdAt": "2026-01-02T03:04:05.000Z",
                         *       "contracts": {
                         *         "cartConcurrency": {
                         *           "version": 1,
                         *           "status": "UNVALIDATED"
                         *         }
                         *       }
                         *     }
                         */
                        data: {
                            /** @description What the app calls itself at the OAuth endpoints: its id. */
                            clientId: string;
                            /** @description The versioned contracts of clients, and whether this one has passed them. */
                            contracts?: {
                                cartConcurrency: {
                                    /** @enum {unknown} */
                                    status: "UNVALIDATED" | "VALIDATED";
                                    /** Format: date-time */
                                    validatedAt?: string;
                                    /** Format: int64 */
                                    version: number;
                                };
                            };
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: string;
                            id: string;
                            name: string;
                            redirectUris: string[];
                            /** Format: date-time */
                            revokedAt?: string;
                            scopes: ("products:read" | "orders:read" | "orders:write" | "payments:read" | "payments:write" | "support:read" | "support:write" | "webhooks:manage")[];
                            /** @enum {unknown} */
                            type: "confidential" | "public";
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeOAuthApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                appId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description Where people are sent back to, compared character by character. https, http on the own machine, or, for a public app, a scheme like com.example.app:. */
                    redirectUris?: string[];
                    /** @description The most that a person can let the app do. Each person decides on less. */
                    scopes?: ("products:read" | "orders:read" | "orders:write" | "payments:read" | "payments:write" | "support:read" | "support:write" | "webhooks:manage")[];
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "app_01m7xb82dw3khw78phh28dvacd",
                         *       "clientId": "app_01m7xb82dw3khw78phh28dvacd",
                         *       "name": "Spend reports",
                         *       "type": "confidential",
                         *       "redirectUris": [
                         *         "https://reports.example.com/callback"
                         *       ],
                         *       "scopes": [
                         *         "orders:read",
                         *         "payments:read"
                         *       ],
                         *       "createdBy": "usr_01m7xb82dw3khw78phh28dvacd",
                         *       "createdAt": "2026-01-02T03:04:05.000Z",
                         *       "contracts": {
                         *         "cartConcurrency": {
                         *           "version": 1,
                         *           "status": "UNVALIDATED"
                         *         }
                         *       }
                         *     }
                         */
                        data: {
                            /** @description What the app calls itself at the OAuth endpoints: its id. */
                            clientId: string;
                            /** @description The versioned contracts of clients, and whether this one has passed them. */
                            contracts?: {
                                cartConcurrency: {
                                    /** @enum {unknown} */
                                    status: "UNVALIDATED" | "VALIDATED";
                                    /** Format: date-time */
                                    validatedAt?: string;
                                    /** Format: int64 */
                                    version: number;
                                };
                            };
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: string;
                            id: string;
                            name: string;
                            redirectUris: string[];
                            /** Format: date-time */
                            revokedAt?: string;
                            scopes: ("products:read" | "orders:read" | "orders:write" | "payments:read" | "payments:write" | "support:read" | "support:write" | "webhooks:manage")[];
                            /** @enum {unknown} */
                            type: "confidential" | "public";
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateOAuthAppSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                appId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: int32
                     * @description How long the old secret works on.
                     * @default 0
                     */
                    overlapSeconds?: number;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "app_01m7xb82dw3khw78phh28dvacd",
                         *       "clientId": "app_01m7xb82dw3khw78phh28dvacd",
                         *       "name": "Spend reports",
                         *       "type": "confidential",
                         *       "redirectUris": [
                         *         "https://reports.example.com/callback"
                         *       ],
                         *       "scopes": [
                         *         "orders:read",
                         *         "payments:read"
                         *       ],
                         *       "createdBy": "usr_01m7xb82dw3khw78phh28dvacd",
                         *       "createdAt": "2026-01-02T03:04:05.000Z",
                         *       "contracts": {
                         *         "cartConcurrency": {
                         *           "version": 1,
                         *           "status": "UNVALIDATED"
                         *         }
                         *       },
                         *       "clientSecret": "<CLIENT_SECRET>"
                         *     }
                         */
                        data: {
                            /** @description What the app calls itself at the OAuth endpoints: its id. */
                            clientId: string;
                            /** @description Of a confidential app: shown in this answer and never again. */
                            clientSecret?: string;
                            /** @description The versioned contracts of clients, and whether this one has passed them. */
                            contracts?: {
                                cartConcurrency: {
                                    /** @enum {unknown} */
                                    status: "UNVALIDATED" | "VALIDATED";
                                    /** Format: date-time */
                                    validatedAt?: string;
                                    /** Format: int64 */
                                    version: number;
                                };
                            };
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: string;
                            id: string;
                            name: string;
                            redirectUris: string[];
                            /** Format: date-time */
                            revokedAt?: string;
                            scopes: ("products:read" | "orders:read" | "orders:write" | "payments:read" | "payments:write" | "support:read" | "support:write" | "webhooks:manage")[];
                            /** @enum {unknown} */
                            type: "confidential" | "public";
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                createdAfter?: string;
                createdBefore?: string;
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                /** @description How many at most. */
                limit?: number;
                paymentState?: "UNPAID" | "AUTHORIZED" | "PAID" | "PARTIALLY_REFUNDED" | "REFUNDED" | "FAILED";
                poNumber?: string;
                q?: string;
                state?: "PENDING_APPROVAL" | "PLACED" | "CONFIRMED" | "PARTIALLY_SHIPPED" | "SHIPPED" | "DELIVERED" | "CLOSED" | "REJECTED" | "CANCELLED";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            checkoutId?: string;
                            costCenter?: string;
                            /** Format: date-time */
                            deliveredAt?: string;
                            id: string;
                            /** Format: int64 */
                            lineCount: number;
                            paymentId?: string;
                            /** @enum {unknown} */
                            paymentState: "UNPAID" | "AUTHORIZED" | "PAID" | "PARTIALLY_REFUNDED" | "REFUNDED" | "FAILED";
                            /** Format: date-time */
                            placedAt: string;
                            placedBy: string;
                            poNumber?: string;
                            /** @enum {unknown} */
                            state: "PENDING_APPROVAL" | "PLACED" | "CONFIRMED" | "PARTIALLY_SHIPPED" | "SHIPPED" | "DELIVERED" | "CLOSED" | "REJECTED" | "CANCELLED";
                            total: components["schemas"]["Money"];
                            /** Format: date-time */
                            updatedAt: string;
                            /** Format: int64 */
                            version: number;
                        }[];
                        meta: {
                            /** Format: int64 */
                            limit: number;
                            /** @description Asks for the next page. Absent on the last one. */
                            nextCursor?: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    placeOrder: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    billTo?: components["schemas"]["AddressInput"];
                    costCenter?: string;
                    lines: {
                        /** @description What you were told. Another price today is a 409 that names the line. */
                        expectedUnitPrice?: {
                            /** @example 12.50 */
                            amount: string;
                            /** @example EUR */
                            currency: string;
                        };
                        productId: string;
                        /** Format: int32 */
                        quantity: number;
                    }[];
                    note?: string;
                    payment: {
                        /** @enum {unknown} */
                        method: "card" | "invoice";
                        /** @description Where the payment page sends the buyer afterwards. */
                        returnUrl?: string;
                    };
                    poNumber?: string;
                    /**
                     * Format: date
                     * @description When it should arrive.
                     */
                    requestedDate?: string;
                    /** @description One of the cart’s `shippingOptions` for the goods of a supplier. Default: the first. */
                    shippingMethods?: {
                        shippingMethodId: string;
                        supplierId: string;
                    }[];
                    shipTo: components["schemas"]["AddressInput"];
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Without `order` the payment is still to be made: read the checkout to go on.
                         * @example {
                         *       "payment": {
                         *         "id": "pay_01m7xb80j6g1r3x9n5w7d0sveb",
                         *         "state": "PENDING",
                         *         "method": "card",
                         *         "amount": {
                         *           "amount": "11.90",
                         *           "currency": "EUR"
                         *         },
                         *         "redirectUrl": "https://pay.example.com/i/4711"
                         *       },
                         *       "checkout": {
                         *         "id": "chk_01m7xb7z3h5d0q2w8m4v6c9rta",
                         *         "state": "PAYMENT_INITIATED_CART_RECONCILING",
                         *         "cartId": "cart_01m7xb7y1m0f4s8k2t6z9b3qwn",
                         *         "snapshot": {
                         *           "currency": "EUR",
                         *           "lines": [
                         *             {
                         *               "productId": "prd_01m7x9v1c40e5rk2m8w3tq6zna",
                         *               "sku": "1128895",
                         *               "mpn": "DB9 RS232",
                         *               "name": "Null modem adapter",
                         *               "brand": "StarTech.com",
                         *               "quantity": 4,
                         *               "unitPrice": {
                         *                 "amount": "2.50",
                         *                 "currency": "EUR"
                         *               },
                         *               "lineTotal": {
                         *                 "amount": "10.00",
                         *                 "currency": "EUR"
                         *               },
                         *               "discount": {
                         *                 "amount": "0.00",
                         *                 "currency": "EUR"
                         *               },
                         *               "tax": {
                         *                 "category": "S",
                         *                 "rate": "19",
                         *                 "amount": {
                         *                   "amount": "1.90",
                         *                   "currency": "EUR"
                         *                 }
                         *               }
                         *             }
                         *           ],
                         *           "shipTo": {
                         *             "name": "Bea Buyer",
                         *             "company": "Example GmbH",
                         *             "line1": "Hafenstr. 7",
                         *             "city": "Hamburg",
                         *             "postalCode": "20457",
                         *             "country": "DE"
                         *           }
                         *         },
                         *         "totals": {
                         *           "subtotal": {
                         *             "amount": "10.00",
                         *             "currency": "EUR"
                         *           },
                         *           "goods": {
                         *             "amount": "10.00",
                         *             "currency": "EUR"
                         *           },
                         *           "discount": {
                         *             "amount": "0.00",
                         *             "currency": "EUR"
                         *           },
                         *           "shipping": {
                         *             "amount": "0.00",
                         *             "currency": "EUR"
                         *           },
                         *           "tax": {
                         *             "amount": "1.90",
                         *             "currency": "EUR"
                         *           },
                         *           "total": {
                         *             "amount": "11.90",
                         *             "currency": "EUR"
                         *           },
                         *           "taxBreakdown": [
                         *             {
                         *               "category": "S",
                         *               "rate": "19",
                         *               "taxable": {
                         *                 "amount": "10.00",
                         *                 "currency": "EUR"
                         *               },
                         *               "amount": {
                         *                 "amount": "1.90",
                         *                 "currency": "EUR"
                         *               }
                         *             }
                         *           ]
                         *         },
                         *         "createdAt": "2026-01-02T03:04:05.000Z",
                         *         "reservedUntil": "2026-01-02T03:19:05.000Z"
                         *       }
                         *     }
                         */
                        data: {
                            /**
                             * @example {
                             *       "id": "chk_01m7xb7z3h5d0q2w8m4v6c9rta",
                             *       "state": "RESERVED",
                             *       "cartId": "cart_01m7xb7y1m0f4s8k2t6z9b3qwn",
                             *       "snapshot": {
                             *         "currency": "EUR",
                             *         "lines": [
                             *           {
                             *             "productId": "prd_01m7x9v1c40e5rk2m8w3tq6zna",
                             *             "sku": "1128895",
                             *             "mpn": "DB9 RS232",
                             *             "name": "Null modem adapter",
                             *             "brand": "StarTech.com",
                             *             "quantity": 4,
                             *             "unitPrice": {
                             *               "amount": "2.50",
                             *               "currency": "EUR"
                             *             },
                             *             "lineTotal": {
                             *               "amount": "10.00",
                             *               "currency": "EUR"
                             *             },
                             *             "discount": {
                             *               "amount": "0.00",
                             *               "currency": "EUR"
                             *             },
                             *             "tax": {
                             *               "category": "S",
                             *               "rate": "19",
                             *               "amount": {
                             *                 "amount": "1.90",
                             *                 "currency": "EUR"
                             *               }
                             *             }
                             *           }
                             *         ],
                             *         "shipTo": {
                             *           "name": "Bea Buyer",
                             *           "company": "Example GmbH",
                             *           "line1": "Hafenstr. 7",
                             *           "city": "Hamburg",
                             *           "postalCode": "20457",
                             *           "country": "DE"
                             *         }
                             *       },
                             *       "totals": {
                             *         "subtotal": {
                             *           "amount": "10.00",
                             *           "currency": "EUR"
                             *         },
                             *         "goods": {
                             *           "amount": "10.00",
                             *           "currency": "EUR"
                             *         },
                             *         "discount": {
                             *           "amount": "0.00",
                             *           "currency": "EUR"
                             *         },
                             *         "shipping": {
                             *           "amount": "0.00",
                             *           "currency": "EUR"
                             *         },
                             *         "tax": {
                             *           "amount": "1.90",
                             *           "currency": "EUR"
                             *         },
                             *         "total": {
                             *           "amount": "11.90",
                             *           "currency": "EUR"
                             *         },
                             *         "taxBreakdown": [
                             *           {
                             *             "category": "S",
                             *             "rate": "19",
                             *             "taxable": {
                             *               "amount": "10.00",
                             *               "currency": "EUR"
                             *             },
                             *             "amount": {
                             *               "amount": "1.90",
                             *               "currency": "EUR"
                             *             }
                             *           }
                             *         ]
                             *       },
                             *       "createdAt": "2026-01-02T03:04:05.000Z",
                             *       "reservedUntil": "2026-01-02T03:19:05.000Z"
                             *     }
                             */
                            checkout: {
                                /** @description Absent for an order that was placed without a cart. */
                                cartId?: string;
                                /** Format: date-time */
                                createdAt: string;
                                /** Format: date-time */
                                endedAt?: string;
                                failure?: {
                                    code: string;
                                    message: string;
                                };
                                id: string;
                                orderId?: string;
                                payment?: {
                                    amount: components["schemas"]["Money"];
                                    id: string;
                                    method: string;
                                    /** @description Send the buyer here to pay. Present while there is something to pay. */
                                    redirectUrl?: string;
                                    state: string;
                                };
                                /** Format: date-time */
                                reservedUntil: string;
                                snapshot: {
                                    billTo?: components["schemas"]["Address"];
                                    costCenter?: string;
                                    currency: string;
                                    /** @description Where there are several addresses, or a wish. `shipTo` is that of the first. */
                                    deliveries?: {
                                        costCenter?: string;
                                        /** Format: int64 */
                                        number: number;
                                        /** Format: date */
                                        requestedDate?: string;
                                        shipTo: components["schemas"]["Address"];
                                    }[];
                                    lines: {
                                        brand: string;
                                        /** @description Present where the supplier's price was in another currency. */
                                        conversion?: {
                                            from: string;
                                            /** @description One unit of `from` in units of `to`, when it was bought. */
                                            rate: string;
                                            rateSetId: string;
                                            to: string;
                                        };
                                        costCenter?: string;
                                        /**
                                         * Format: int64
                                         * @description Which of the deliveries, from 1.
                                         */
                                        delivery?: number;
                                        discount?: components["schemas"]["Money"];
                                        lineTotal: components["schemas"]["Money"];
                                        mpn: string;
                                        name: string;
                                        poNumber?: string;
                                        productId: string;
                                        /** Format: int64 */
                                        quantity: number;
                                        sku: string;
                                        /** @description Absent in documents from before taxes were reckoned here. */
                                        tax?: {
                                            amount: components["schemas"]["Money"];
                                            /**
                                             * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                             * @enum {unknown}
                                             */
                                            category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                            /** @description In percent. */
                                            rate: string;
                                            /** @description VATEX: why there is no tax. */
                                            reasonCode?: string;
                                        };
                                        unitPrice: components["schemas"]["Money"];
                                    }[];
                                    note?: string;
                                    poNumber?: string;
                                    /** @description What the way of the goods costs, by supplier and delivery. */
                                    shipping?: {
                                        amount: components["schemas"]["Money"];
                                        /**
                                         * Format: int64
                                         * @description Which of the deliveries, from 1.
                                         */
                                        delivery: number;
                                        /** @enum {unknown} */
                                        kind: "DELIVERY" | "PICK_UP";
                                        /** Format: int64 */
                                        leadTimeDays: number;
                                        name: string;
                                        shippingMethodId: string;
                                        supplierId: string;
                                        /** @description Absent in documents from before taxes were reckoned here. */
                                        tax: {
                                            amount: components["schemas"]["Money"];
                                            /**
                                             * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                             * @enum {unknown}
                                             */
                                            category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                            /** @description In percent. */
                                            rate: string;
                                            /** @description VATEX: why there is no tax. */
                                            reasonCode?: string;
                                        };
                                    }[];
                                    shipTo: components["schemas"]["Address"];
                                };
                                /** @enum {unknown} */
                                state: "RESERVED" | "PAYMENT_INITIATED_CART_RECONCILING" | "COMPLETED" | "CANCELLED" | "EXPIRED" | "FAILED";
                                /** @description total = goods - discount + shipping + tax: what is to be paid. */
                                totals: {
                                    discount?: components["schemas"]["Money"];
                                    goods?: components["schemas"]["Money"];
                                    shipping?: components["schemas"]["Money"];
                                    subtotal: components["schemas"]["Money"];
                                    tax?: components["schemas"]["Money"];
                                    /** @description All that is taxed alike, together: as an EN 16931 invoice sums it up. */
                                    taxBreakdown?: {
                                        amount: components["schemas"]["Money"];
                                        /**
                                         * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                         * @enum {unknown}
                                         */
                                        category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                        /** @description In percent. */
                                        rate: string;
                                        /** @description VATEX: why there is no tax. */
                                        reasonCode?: string;
                                        taxable: components["schemas"]["Money"];
                                    }[];
                                    total: components["schemas"]["Money"];
                                };
                            };
                            /**
                             * @example {
                             *       "id": "ord_01m7xb82dw3khw78phh28dvacd",
                             *       "state": "PLACED",
                             *       "paymentState": "PAID",
                             *       "version": 1,
                             *       "total": {
                             *         "amount": "11.90",
                             *         "currency": "EUR"
                             *       },
                             *       "checkoutId": "chk_01m7xb7z3h5d0q2w8m4v6c9rta",
                             *       "paymentId": "pay_01m7xb80j6g1r3x9n5w7d0sveb",
                             *       "poNumber": "PO-4711",
                             *       "placedBy": "usr_01m7x9v1c40e5rk2m8w3tq6zna",
                             *       "placedAt": "2026-01-02T03:04:05.000Z",
                             *       "updatedAt": "2026-01-02T03:04:05.000Z",
                             *       "totals": {
                             *         "goods": {
                             *           "amount": "10.00",
                             *           "currency": "EUR"
                             *         },
                             *         "discount": {
                             *           "amount": "0.00",
                             *           "currency": "EUR"
                             *         },
                             *         "shipping": {
                             *           "amount": "0.00",
                             *           "currency": "EUR"
                             *         },
                             *         "tax": {
                             *           "amount": "1.90",
                             *           "currency": "EUR"
                             *         },
                             *         "total": {
                             *           "amount": "11.90",
                             *           "currency": "EUR"
                             *         },
                             *         "taxBreakdown": [
                             *           {
                             *             "category": "S",
                             *             "rate": "19",
                             *             "taxable": {
                             *               "amount": "10.00",
                             *               "currency": "EUR"
                             *             },
                             *             "amount": {
                             *               "amount": "1.90",
                             *               "currency": "EUR"
                             *             }
                             *           }
                             *         ]
                             *       },
                             *       "shipTo": {
                             *         "name": "Bea Buyer",
                             *         "company": "Example GmbH",
                             *         "line1": "Hafenstr. 7",
                             *         "city": "Hamburg",
                             *         "postalCode": "20457",
                             *         "country": "DE"
                             *       },
                             *       "lines": [
                             *         {
                             *           "lineNumber": 1,
                             *           "productId": "prd_01m7x9v1c40e5rk2m8w3tq6zna",
                             *           "sku": "1128895",
                             *           "mpn": "DB9 RS232",
                             *           "name": "Null modem adapter",
                             *           "brand": "StarTech.com",
                             *           "supplierId": "co_01m7x9v1c40e5rk2m8w3tq6zna",
                             *           "quantity": 4,
                             *           "unitPrice": {
                             *             "amount": "2.50",
                             *             "currency": "EUR"
                             *           },
                             *           "lineTotal": {
                             *             "amount": "10.00",
                             *             "currency": "EUR"
                             *           },
                             *           "discount": {
                             *             "amount": "0.00",
                             *             "currency": "EUR"
                             *           },
                             *           "tax": {
                             *             "category": "S",
                             *             "rate": "19",
                             *             "amount": {
                             *               "amount": "1.90",
                             *               "currency": "EUR"
                             *             }
                             *           },
                             *           "cancelledQuantity": 0,
                             *           "shippedQuantity": 0,
                             *           "deliveredQuantity": 0,
                             *           "missingQuantity": 0,
                             *           "returnedQuantity": 0,
                             *           "claimedQuantity": 0
                             *         }
                             *       ],
                             *       "shipments": [],
                             *       "returns": [],
                             *       "credits": [],
                             *       "timeline": [
                             *         {
                             *           "version": 1,
                             *           "kind": "PLACED",
                             *           "actorId": "usr_01m7x9v1c40e5rk2m8w3tq6zna",
                             *           "details": {},
                             *           "happenedAt": "2026-01-02T03:04:05.000Z"
                             *         }
                             *       ]
                             *     }
                             */
                            order?: {
                                billTo?: components["schemas"]["Address"];
                                checkoutId?: string;
                                costCenter?: string;
                                credits: {
                                    amount: components["schemas"]["Money"];
                                    /** Format: date-time */
                                    createdAt: string;
                                    id: string;
                                    /** @enum {unknown} */
                                    kind: "CANCELLATION" | "RETURN";
                                    /** @description Of the payment. Absent where a promise was released instead. */
                                    refundId?: string;
                                    settledAmount?: components["schemas"]["Money"];
                                    /** Format: date-time */
                                    settledAt?: string;
                                    /**
                                     * @description WAITING goes on by itself: read the order again to see its end.
                                     * @enum {unknown}
                                     */
                                    state: "WAITING" | "SETTLED";
                                }[];
                                /** Format: date-time */
                                deliveredAt?: string;
                                /** @description Where there are several addresses, or a wish. `shipTo` is that of the first. */
                                deliveries?: {
                                    costCenter?: string;
                                    /** Format: int64 */
                                    number: number;
                                    /** Format: date */
                                    requestedDate?: string;
                                    shipTo: components["schemas"]["Address"];
                                }[];
                                id: string;
                                lines: {
                                    brand: string;
                                    /** Format: int64 */
                                    cancelledQuantity: number;
                                    /**
                                     * Format: int64
                                     * @description Asked to be paid back, of what is missing.
                                     */
                                    claimedQuantity: number;
                                    /** Format: date-time */
                                    confirmedAt?: string;
                                    /** @description Present where the supplier's price was in another currency. */
                                    conversion?: {
                                        from: string;
                                        /** @description One unit of `from` in units of `to`, when it was bought. */
                                        rate: string;
                                        rateSetId: string;
                                        to: string;
                                    };
                                    costCenter?: string;
                                    /** Format: int64 */
                                    deliveredQuantity: number;
                                    /**
                                     * Format: int64
                                     * @description Which of the deliveries, from 1.
                                     */
                                    delivery?: number;
                                    discount?: components["schemas"]["Money"];
                                    /** Format: int64 */
                                    lineNumber: number;
                                    lineTotal: components["schemas"]["Money"];
                                    /**
                                     * Format: int64
                                     * @description Shipped, and not arrived.
                                     */
                                    missingQuantity: number;
                                    mpn: string;
                                    name: string;
                                    poNumber?: string;
                                    productId: string;
                                    /** Format: int64 */
                                    quantity: number;
                                    /**
                                     * Format: int64
                                     * @description Asked back or taken back, of what was delivered.
                                     */
                                    returnedQuantity: number;
                                    /** Format: int64 */
                                    shippedQuantity: number;
                                    sku: string;
                                    supplierId: string;
                                    /** @description Absent in documents from before taxes were reckoned here. */
                                    tax?: {
                                        amount: components["schemas"]["Money"];
                                        /**
                                         * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                         * @enum {unknown}
                                         */
                                        category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                        /** @description In percent. */
                                        rate: string;
                                        /** @description VATEX: why there is no tax. */
                                        reasonCode?: string;
                                    };
                                    unitPrice: components["schemas"]["Money"];
                                }[];
                                note?: string;
                                paymentId?: string;
                                /** @enum {unknown} */
                                paymentState: "UNPAID" | "AUTHORIZED" | "PAID" | "PARTIALLY_REFUNDED" | "REFUNDED" | "FAILED";
                                /** Format: date-time */
                                placedAt: string;
                                placedBy: string;
                                poNumber?: string;
                                returns: {
                                    creditId?: string;
                                    /** Format: date-time */
                                    decidedAt?: string;
                                    decisionNote?: string;
                                    id: string;
                                    lines: {
                                        /** Format: int64 */
                                        acceptedQuantity?: number;
                                        /** Format: int64 */
                                        lineNumber: number;
                                        /** Format: int64 */
                                        quantity: number;
                                        /** @enum {unknown} */
                                        reason: "DAMAGED" | "DEFECTIVE" | "WRONG_ITEM" | "NOT_AS_DESCRIBED" | "NOT_NEEDED" | "MISSING" | "OTHER";
                                    }[];
                                    note?: string;
                                    /** Format: date-time */
                                    receivedAt?: string;
                                    /** Format: date-time */
                                    requestedAt: string;
                                    restocked?: boolean;
                                    /** @enum {unknown} */
                                    state: "REQUESTED" | "RECEIVED" | "ACCEPTED" | "REFUSED";
                                    supplierId: string;
                                }[];
                                shipments: {
                                    carrier?: string;
                                    /** Format: date-time */
                                    deliveredAt?: string;
                                    deliveryNote?: string;
                                    id: string;
                                    lines: {
                                        /**
                                         * Format: int64
                                         * @description Of the quantity. It has arrived.
                                         */
                                        damaged: number;
                                        /** Format: int64 */
                                        lineNumber: number;
                                        /**
                                         * Format: int64
                                         * @description Of the quantity. It has not arrived.
                                         */
                                        missing: number;
                                        /** Format: int64 */
                                        quantity: number;
                                    }[];
                                    note?: string;
                                    /** Format: date-time */
                                    shippedAt: string;
                                    supplierId: string;
                                    trackingNumber?: string;
                                    trackingUrl?: string;
                                }[];
                                /** @description What the way of the goods costs, by supplier and delivery. */
                                shipping?: {
                                    amount: components["schemas"]["Money"];
                                    /**
                                     * Format: int64
                                     * @description Which of the deliveries, from 1.
                                     */
                                    delivery: number;
                                    /** @enum {unknown} */
                                    kind: "DELIVERY" | "PICK_UP";
                                    /** Format: int64 */
                                    leadTimeDays: number;
                                    name: string;
                                    shippingMethodId: string;
                                    supplierId: string;
                                    /** @description Absent in documents from before taxes were reckoned here. */
                                    tax: {
                                        amount: components["schemas"]["Money"];
                                        /**
                                         * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                         * @enum {unknown}
                                         */
                                        category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                        /** @description In percent. */
                                        rate: string;
                                        /** @description VATEX: why there is no tax. */
                                        reasonCode?: string;
                                    };
                                }[];
                                shipTo: components["schemas"]["Address"];
                                /** @enum {unknown} */
                                state: "PENDING_APPROVAL" | "PLACED" | "CONFIRMED" | "PARTIALLY_SHIPPED" | "SHIPPED" | "DELIVERED" | "CLOSED" | "REJECTED" | "CANCELLED";
                                timeline: {
                                    actorId?: string;
                                    details: {
                                        [key: string]: unknown;
                                    };
                                    /** Format: date-time */
                                    happenedAt: string;
                                    kind: string;
                                    /** Format: int64 */
                                    version: number;
                                }[];
                                total: components["schemas"]["Money"];
                                totals?: {
                                    discount: components["schemas"]["Money"];
                                    goods: components["schemas"]["Money"];
                                    shipping: components["schemas"]["Money"];
                                    tax: components["schemas"]["Money"];
                                    /** @description All that is taxed alike, together: as an EN 16931 invoice sums it up. */
                                    taxBreakdown: {
                                        amount: components["schemas"]["Money"];
                                        /**
                                         * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                         * @enum {unknown}
                                         */
                                        category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                        /** @description In percent. */
                                        rate: string;
                                        /** @description VATEX: why there is no tax. */
                                        reasonCode?: string;
                                        taxable: components["schemas"]["Money"];
                                    }[];
                                    total: components["schemas"]["Money"];
                                };
                                /** Format: date-time */
                                updatedAt: string;
                                /** Format: int64 */
                                version: number;
                            };
                            payment: {
                                amount: components["schemas"]["Money"];
                                id: string;
                                method: string;
                                /** @description Send the buyer here to pay. Present while there is something to pay. */
                                redirectUrl?: string;
                                state: string;
                            };
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Impossible"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "ord_01m7xb82dw3khw78phh28dvacd",
                         *       "state": "PLACED",
                         *       "paymentState": "PAID",
                         *       "version": 1,
                         *       "total": {
                         *         "amount": "11.90",
                         *         "currency": "EUR"
                         *       },
                         *       "checkoutId": "chk_01m7xb7z3h5d0q2w8m4v6c9rta",
                         *       "paymentId": "pay_01m7xb80j6g1r3x9n5w7d0sveb",
                         *       "poNumber": "PO-4711",
                         *       "placedBy": "usr_01m7x9v1c40e5rk2m8w3tq6zna",
                         *       "placedAt": "2026-01-02T03:04:05.000Z",
                         *       "updatedAt": "2026-01-02T03:04:05.000Z",
                         *       "totals": {
                         *         "goods": {
                         *           "amount": "10.00",
                         *           "currency": "EUR"
                         *         },
                         *         "discount": {
                         *           "amount": "0.00",
                         *           "currency": "EUR"
                         *         },
                         *         "shipping": {
                         *           "amount": "0.00",
                         *           "currency": "EUR"
                         *         },
                         *         "tax": {
                         *           "amount": "1.90",
                         *           "currency": "EUR"
                         *         },
                         *         "total": {
                         *           "amount": "11.90",
                         *           "currency": "EUR"
                         *         },
                         *         "taxBreakdown": [
                         *           {
                         *             "category": "S",
                         *             "rate": "19",
                         *             "taxable": {
                         *               "amount": "10.00",
                         *               "currency": "EUR"
                         *             },
                         *             "amount": {
                         *               "amount": "1.90",
                         *               "currency": "EUR"
                         *             }
                         *           }
                         *         ]
                         *       },
                         *       "shipTo": {
                         *         "name": "Bea Buyer",
                         *         "company": "Example GmbH",
                         *         "line1": "Hafenstr. 7",
                         *         "city": "Hamburg",
                         *         "postalCode": "20457",
                         *         "country": "DE"
                         *       },
                         *       "lines": [
                         *         {
                         *           "lineNumber": 1,
                         *           "productId": "prd_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "sku": "1128895",
                         *           "mpn": "DB9 RS232",
                         *           "name": "Null modem adapter",
                         *           "brand": "StarTech.com",
                         *           "supplierId": "co_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "quantity": 4,
                         *           "unitPrice": {
                         *             "amount": "2.50",
                         *             "currency": "EUR"
                         *           },
                         *           "lineTotal": {
                         *             "amount": "10.00",
                         *             "currency": "EUR"
                         *           },
                         *           "discount": {
                         *             "amount": "0.00",
                         *             "currency": "EUR"
                         *           },
                         *           "tax": {
                         *             "category": "S",
                         *             "rate": "19",
                         *             "amount": {
                         *               "amount": "1.90",
                         *               "currency": "EUR"
                         *             }
                         *           },
                         *           "cancelledQuantity": 0,
                         *           "shippedQuantity": 0,
                         *           "deliveredQuantity": 0,
                         *           "missingQuantity": 0,
                         *           "returnedQuantity": 0,
                         *           "claimedQuantity": 0
                         *         }
                         *       ],
                         *       "shipments": [],
                         *       "returns": [],
                         *       "credits": [],
                         *       "timeline": [
                         *         {
                         *           "version": 1,
                         *           "kind": "PLACED",
                         *           "actorId": "usr_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "details": {},
                         *           "happenedAt": "2026-01-02T03:04:05.000Z"
                         *         }
                         *       ]
                         *     }
                         */
                        data: {
                            billTo?: components["schemas"]["Address"];
                            checkoutId?: string;
                            costCenter?: string;
                            credits: {
                                amount: components["schemas"]["Money"];
                                /** Format: date-time */
                                createdAt: string;
                                id: string;
                                /** @enum {unknown} */
                                kind: "CANCELLATION" | "RETURN";
                                /** @description Of the payment. Absent where a promise was released instead. */
                                refundId?: string;
                                settledAmount?: components["schemas"]["Money"];
                                /** Format: date-time */
                                settledAt?: string;
                                /**
                                 * @description WAITING goes on by itself: read the order again to see its end.
                                 * @enum {unknown}
                                 */
                                state: "WAITING" | "SETTLED";
                            }[];
                            /** Format: date-time */
                            deliveredAt?: string;
                            /** @description Where there are several addresses, or a wish. `shipTo` is that of the first. */
                            deliveries?: {
                                costCenter?: string;
                                /** Format: int64 */
                                number: number;
                                /** Format: date */
                                requestedDate?: string;
                                shipTo: components["schemas"]["Address"];
                            }[];
                            id: string;
                            lines: {
                                brand: string;
                                /** Format: int64 */
                                cancelledQuantity: number;
                                /**
                                 * Format: int64
                                 * @description Asked to be paid back, of what is missing.
                                 */
                                claimedQuantity: number;
                                /** Format: date-time */
                                confirmedAt?: string;
                                /** @description Present where the supplier's price was in another currency. */
                                conversion?: {
                                    from: string;
                                    /** @description One unit of `from` in units of `to`, when it was bought. */
                                    rate: string;
                                    rateSetId: string;
                                    to: string;
                                };
                                costCenter?: string;
                                /** Format: int64 */
                                deliveredQuantity: number;
                                /**
                                 * Format: int64
                                 * @description Which of the deliveries, from 1.
                                 */
                                delivery?: number;
                                discount?: components["schemas"]["Money"];
                                /** Format: int64 */
                                lineNumber: number;
                                lineTotal: components["schemas"]["Money"];
                                /**
                                 * Format: int64
                                 * @description Shipped, and not arrived.
                                 */
                                missingQuantity: number;
                                mpn: string;
                                name: string;
                                poNumber?: string;
                                productId: string;
                                /** Format: int64 */
                                quantity: number;
                                /**
                                 * Format: int64
                                 * @description Asked back or taken back, of what was delivered.
                                 */
                                returnedQuantity: number;
                                /** Format: int64 */
                                shippedQuantity: number;
                                sku: string;
                                supplierId: string;
                                /** @description Absent in documents from before taxes were reckoned here. */
                                tax?: {
                                    amount: components["schemas"]["Money"];
                                    /**
                                     * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                     * @enum {unknown}
                                     */
                                    category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                    /** @description In percent. */
                                    rate: string;
                                    /** @description VATEX: why there is no tax. */
                                    reasonCode?: string;
                                };
                                unitPrice: components["schemas"]["Money"];
                            }[];
                            note?: string;
                            paymentId?: string;
                            /** @enum {unknown} */
                            paymentState: "UNPAID" | "AUTHORIZED" | "PAID" | "PARTIALLY_REFUNDED" | "REFUNDED" | "FAILED";
                            /** Format: date-time */
                            placedAt: string;
                            placedBy: string;
                            poNumber?: string;
                            returns: {
                                creditId?: string;
                                /** Format: date-time */
                                decidedAt?: string;
                                decisionNote?: string;
                                id: string;
                                lines: {
                                    /** Format: int64 */
                                    acceptedQuantity?: number;
                                    /** Format: int64 */
                                    lineNumber: number;
                                    /** Format: int64 */
                                    quantity: number;
                                    /** @enum {unknown} */
                                    reason: "DAMAGED" | "DEFECTIVE" | "WRONG_ITEM" | "NOT_AS_DESCRIBED" | "NOT_NEEDED" | "MISSING" | "OTHER";
                                }[];
                                note?: string;
                                /** Format: date-time */
                                receivedAt?: string;
                                /** Format: date-time */
                                requestedAt: string;
                                restocked?: boolean;
                                /** @enum {unknown} */
                                state: "REQUESTED" | "RECEIVED" | "ACCEPTED" | "REFUSED";
                                supplierId: string;
                            }[];
                            shipments: {
                                carrier?: string;
                                /** Format: date-time */
                                deliveredAt?: string;
                                deliveryNote?: string;
                                id: string;
                                lines: {
                                    /**
                                     * Format: int64
                                     * @description Of the quantity. It has arrived.
                                     */
                                    damaged: number;
                                    /** Format: int64 */
                                    lineNumber: number;
                                    /**
                                     * Format: int64
                                     * @description Of the quantity. It has not arrived.
                                     */
                                    missing: number;
                                    /** Format: int64 */
                                    quantity: number;
                                }[];
                                note?: string;
                                /** Format: date-time */
                                shippedAt: string;
                                supplierId: string;
                                trackingNumber?: string;
                                trackingUrl?: string;
                            }[];
                            /** @description What the way of the goods costs, by supplier and delivery. */
                            shipping?: {
                                amount: components["schemas"]["Money"];
                                /**
                                 * Format: int64
                                 * @description Which of the deliveries, from 1.
                                 */
                                delivery: number;
                                /** @enum {unknown} */
                                kind: "DELIVERY" | "PICK_UP";
                                /** Format: int64 */
                                leadTimeDays: number;
                                name: string;
                                shippingMethodId: string;
                                supplierId: string;
                                /** @description Absent in documents from before taxes were reckoned here. */
                                tax: {
                                    amount: components["schemas"]["Money"];
                                    /**
                                     * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                     * @enum {unknown}
                                     */
                                    category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                    /** @description In percent. */
                                    rate: string;
                                    /** @description VATEX: why there is no tax. */
                                    reasonCode?: string;
                                };
                            }[];
                            shipTo: components["schemas"]["Address"];
                            /** @enum {unknown} */
                            state: "PENDING_APPROVAL" | "PLACED" | "CONFIRMED" | "PARTIALLY_SHIPPED" | "SHIPPED" | "DELIVERED" | "CLOSED" | "REJECTED" | "CANCELLED";
                            timeline: {
                                actorId?: string;
                                details: {
                                    [key: string]: unknown;
                                };
                                /** Format: date-time */
                                happenedAt: string;
                                kind: string;
                                /** Format: int64 */
                                version: number;
                            }[];
                            total: components["schemas"]["Money"];
                            totals?: {
                                discount: components["schemas"]["Money"];
                                goods: components["schemas"]["Money"];
                                shipping: components["schemas"]["Money"];
                                tax: components["schemas"]["Money"];
                                /** @description All that is taxed alike, together: as an EN 16931 invoice sums it up. */
                                taxBreakdown: {
                                    amount: components["schemas"]["Money"];
                                    /**
                                     * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                     * @enum {unknown}
                                     */
                                    category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                    /** @description In percent. */
                                    rate: string;
                                    /** @description VATEX: why there is no tax. */
                                    reasonCode?: string;
                                    taxable: components["schemas"]["Money"];
                                }[];
                                total: components["schemas"]["Money"];
                            };
                            /** Format: date-time */
                            updatedAt: string;
                            /** Format: int64 */
                            version: number;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                orderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Without it: all that is not shipped yet. */
                    lines?: {
                        /** Format: int32 */
                        lineNumber: number;
                        /** Format: int32 */
                        quantity: number;
                    }[];
                    reason?: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "ord_01m7xb82dw3khw78phh28dvacd",
                         *       "state": "SHIPPED",
                         *       "paymentState": "PAID",
                         *       "version": 3,
                         *       "lines": [
                         *         {
                         *           "lineNumber": 1,
                         *           "productId": "prd_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "sku": "1128895",
                         *           "supplierId": "co_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "quantity": 4,
                         *           "cancelledQuantity": 0,
                         *           "shippedQuantity": 4,
                         *           "deliveredQuantity": 0,
                         *           "missingQuantity": 0,
                         *           "returnedQuantity": 0,
                         *           "claimedQuantity": 0
                         *         }
                         *       ],
                         *       "shipments": [
                         *         {
                         *           "id": "shp_01m7xbq3t0f2m5n8r1v4y7c0ek",
                         *           "supplierId": "co_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "carrier": "DHL",
                         *           "trackingNumber": "00340434161094000000",
                         *           "trackingUrl": "https://www.dhl.example/track/00340434161094000000",
                         *           "shippedAt": "2026-01-03T09:00:00.000Z",
                         *           "lines": [
                         *             {
                         *               "lineNumber": 1,
                         *               "quantity": 4,
                         *               "damaged": 0,
                         *               "missing": 0
                         *             }
                         *           ]
                         *         }
                         *       ],
                         *       "returns": [],
                         *       "credits": []
                         *     }
                         */
                        data: {
                            credits: {
                                amount: components["schemas"]["Money"];
                                /** Format: date-time */
                                createdAt: string;
                                id: string;
                                /** @enum {unknown} */
                                kind: "CANCELLATION" | "RETURN";
                                /** @description Of the payment. Absent where a promise was released instead. */
                                refundId?: string;
                                settledAmount?: components["schemas"]["Money"];
                                /** Format: date-time */
                                settledAt?: string;
                                /**
                                 * @description WAITING goes on by itself: read the order again to see its end.
                                 * @enum {unknown}
                                 */
                                state: "WAITING" | "SETTLED";
                            }[];
                            id: string;
                            lines: {
                                /** Format: int64 */
                                cancelledQuantity: number;
                                /**
                                 * Format: int64
                                 * @description Asked to be paid back, of what is missing.
                                 */
                                claimedQuantity: number;
                                /** Format: date-time */
                                confirmedAt?: string;
                                /** Format: int64 */
                                deliveredQuantity: number;
                                /** Format: int64 */
                                lineNumber: number;
                                /**
                                 * Format: int64
                                 * @description Shipped, and not arrived.
                                 */
                                missingQuantity: number;
                                productId: string;
                                /** Format: int64 */
                                quantity: number;
                                /**
                                 * Format: int64
                                 * @description Asked back or taken back, of what was delivered.
                                 */
                                returnedQuantity: number;
                                /** Format: int64 */
                                shippedQuantity: number;
                                sku: string;
                                supplierId: string;
                            }[];
                            /** @enum {unknown} */
                            paymentState: "UNPAID" | "AUTHORIZED" | "PAID" | "PARTIALLY_REFUNDED" | "REFUNDED" | "FAILED";
                            returns: {
                                creditId?: string;
                                /** Format: date-time */
                                decidedAt?: string;
                                decisionNote?: string;
                                id: string;
                                lines: {
                                    /** Format: int64 */
                                    acceptedQuantity?: number;
                                    /** Format: int64 */
                                    lineNumber: number;
                                    /** Format: int64 */
                                    quantity: number;
                                    /** @enum {unknown} */
                                    reason: "DAMAGED" | "DEFECTIVE" | "WRONG_ITEM" | "NOT_AS_DESCRIBED" | "NOT_NEEDED" | "MISSING" | "OTHER";
                                }[];
                                note?: string;
                                /** Format: date-time */
                                receivedAt?: string;
                                /** Format: date-time */
                                requestedAt: string;
                                restocked?: boolean;
                                /** @enum {unknown} */
                                state: "REQUESTED" | "RECEIVED" | "ACCEPTED" | "REFUSED";
                                supplierId: string;
                            }[];
                            shipments: {
                                carrier?: string;
                                /** Format: date-time */
                                deliveredAt?: string;
                                deliveryNote?: string;
                                id: string;
                                lines: {
                                    /**
                                     * Format: int64
                                     * @description Of the quantity. It has arrived.
                                     */
                                    damaged: number;
                                    /** Format: int64 */
                                    lineNumber: number;
                                    /**
                                     * Format: int64
                                     * @description Of the quantity. It has not arrived.
                                     */
                                    missing: number;
                                    /** Format: int64 */
                                    quantity: number;
                                }[];
                                note?: string;
                                /** Format: date-time */
                                shippedAt: string;
                                supplierId: string;
                                trackingNumber?: string;
                                trackingUrl?: string;
                            }[];
                            /** @enum {unknown} */
                            state: "PENDING_APPROVAL" | "PLACED" | "CONFIRMED" | "PARTIALLY_SHIPPED" | "SHIPPED" | "DELIVERED" | "CLOSED" | "REJECTED" | "CANCELLED";
                            /** Format: int64 */
                            version: number;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Impossible"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "ord_01m7xb82dw3khw78phh28dvacd",
                         *       "state": "SHIPPED",
                         *       "paymentState": "PAID",
                         *       "version": 3,
                         *       "lines": [
                         *         {
                         *           "lineNumber": 1,
                         *           "productId": "prd_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "sku": "1128895",
                         *           "supplierId": "co_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "quantity": 4,
                         *           "cancelledQuantity": 0,
                         *           "shippedQuantity": 4,
                         *           "deliveredQuantity": 0,
                         *           "missingQuantity": 0,
                         *           "returnedQuantity": 0,
                         *           "claimedQuantity": 0
                         *         }
                         *       ],
                         *       "shipments": [
                         *         {
                         *           "id": "shp_01m7xbq3t0f2m5n8r1v4y7c0ek",
                         *           "supplierId": "co_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "carrier": "DHL",
                         *           "trackingNumber": "00340434161094000000",
                         *           "trackingUrl": "https://www.dhl.example/track/00340434161094000000",
                         *           "shippedAt": "2026-01-03T09:00:00.000Z",
                         *           "lines": [
                         *             {
                         *               "lineNumber": 1,
                         *               "quantity": 4,
                         *               "damaged": 0,
                         *               "missing": 0
                         *             }
                         *           ]
                         *         }
                         *       ],
                         *       "returns": [],
                         *       "credits": []
                         *     }
                         */
                        data: {
                            credits: {
                                amount: components["schemas"]["Money"];
                                /** Format: date-time */
                                createdAt: string;
                                id: string;
                                /** @enum {unknown} */
                                kind: "CANCELLATION" | "RETURN";
                                /** @description Of the payment. Absent where a promise was released instead. */
                                refundId?: string;
                                settledAmount?: components["schemas"]["Money"];
                                /** Format: date-time */
                                settledAt?: string;
                                /**
                                 * @description WAITING goes on by itself: read the order again to see its end.
                                 * @enum {unknown}
                                 */
                                state: "WAITING" | "SETTLED";
                            }[];
                            id: string;
                            lines: {
                                /** Format: int64 */
                                cancelledQuantity: number;
                                /**
                                 * Format: int64
                                 * @description Asked to be paid back, of what is missing.
                                 */
                                claimedQuantity: number;
                                /** Format: date-time */
                                confirmedAt?: string;
                                /** Format: int64 */
                                deliveredQuantity: number;
                                /** Format: int64 */
                                lineNumber: number;
                                /**
                                 * Format: int64
                                 * @description Shipped, and not arrived.
                                 */
                                missingQuantity: number;
                                productId: string;
                                /** Format: int64 */
                                quantity: number;
                                /**
                                 * Format: int64
                                 * @description Asked back or taken back, of what was delivered.
                                 */
                                returnedQuantity: number;
                                /** Format: int64 */
                                shippedQuantity: number;
                                sku: string;
                                supplierId: string;
                            }[];
                            /** @enum {unknown} */
                            paymentState: "UNPAID" | "AUTHORIZED" | "PAID" | "PARTIALLY_REFUNDED" | "REFUNDED" | "FAILED";
                            returns: {
                                creditId?: string;
                                /** Format: date-time */
                                decidedAt?: string;
                                decisionNote?: string;
                                id: string;
                                lines: {
                                    /** Format: int64 */
                                    acceptedQuantity?: number;
                                    /** Format: int64 */
                                    lineNumber: number;
                                    /** Format: int64 */
                                    quantity: number;
                                    /** @enum {unknown} */
                                    reason: "DAMAGED" | "DEFECTIVE" | "WRONG_ITEM" | "NOT_AS_DESCRIBED" | "NOT_NEEDED" | "MISSING" | "OTHER";
                                }[];
                                note?: string;
                                /** Format: date-time */
                                receivedAt?: string;
                                /** Format: date-time */
                                requestedAt: string;
                                restocked?: boolean;
                                /** @enum {unknown} */
                                state: "REQUESTED" | "RECEIVED" | "ACCEPTED" | "REFUSED";
                                supplierId: string;
                            }[];
                            shipments: {
                                carrier?: string;
                                /** Format: date-time */
                                deliveredAt?: string;
                                deliveryNote?: string;
                                id: string;
                                lines: {
                                    /**
                                     * Format: int64
                                     * @description Of the quantity. It has arrived.
                                     */
                                    damaged: number;
                                    /** Format: int64 */
                                    lineNumber: number;
                                    /**
                                     * Format: int64
                                     * @description Of the quantity. It has not arrived.
                                     */
                                    missing: number;
                                    /** Format: int64 */
                                    quantity: number;
                                }[];
                                note?: string;
                                /** Format: date-time */
                                shippedAt: string;
                                supplierId: string;
                                trackingNumber?: string;
                                trackingUrl?: string;
                            }[];
                            /** @enum {unknown} */
                            state: "PENDING_APPROVAL" | "PLACED" | "CONFIRMED" | "PARTIALLY_SHIPPED" | "SHIPPED" | "DELIVERED" | "CLOSED" | "REJECTED" | "CANCELLED";
                            /** Format: int64 */
                            version: number;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Impossible"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    noteDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                orderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Lines with something to say. The others arrived whole. */
                    lines?: {
                        /** Format: int32 */
                        damaged?: number;
                        /** Format: int32 */
                        lineNumber: number;
                        /** Format: int32 */
                        missing?: number;
                    }[];
                    note?: string;
                    shipmentId: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "ord_01m7xb82dw3khw78phh28dvacd",
                         *       "state": "SHIPPED",
                         *       "paymentState": "PAID",
                         *       "version": 3,
                         *       "lines": [
                         *         {
                         *           "lineNumber": 1,
                         *           "productId": "prd_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "sku": "1128895",
                         *           "supplierId": "co_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "quantity": 4,
                         *           "cancelledQuantity": 0,
                         *           "shippedQuantity": 4,
                         *           "deliveredQuantity": 0,
                         *           "missingQuantity": 0,
                         *           "returnedQuantity": 0,
                         *           "claimedQuantity": 0
                         *         }
                         *       ],
                         *       "shipments": [
                         *         {
                         *           "id": "shp_01m7xbq3t0f2m5n8r1v4y7c0ek",
                         *           "supplierId": "co_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "carrier": "DHL",
                         *           "trackingNumber": "00340434161094000000",
                         *           "trackingUrl": "https://www.dhl.example/track/00340434161094000000",
                         *           "shippedAt": "2026-01-03T09:00:00.000Z",
                         *           "lines": [
                         *             {
                         *               "lineNumber": 1,
                         *               "quantity": 4,
                         *               "damaged": 0,
                         *               "missing": 0
                         *             }
                         *           ]
                         *         }
                         *       ],
                         *       "returns": [],
                         *       "credits": []
                         *     }
                         */
                        data: {
                            credits: {
                                amount: components["schemas"]["Money"];
                                /** Format: date-time */
                                createdAt: string;
                                id: string;
                                /** @enum {unknown} */
                                kind: "CANCELLATION" | "RETURN";
                                /** @description Of the payment. Absent where a promise was released instead. */
                                refundId?: string;
                                settledAmount?: components["schemas"]["Money"];
                                /** Format: date-time */
                                settledAt?: string;
                                /**
                                 * @description WAITING goes on by itself: read the order again to see its end.
                                 * @enum {unknown}
                                 */
                                state: "WAITING" | "SETTLED";
                            }[];
                            id: string;
                            lines: {
                                /** Format: int64 */
                                cancelledQuantity: number;
                                /**
                                 * Format: int64
                                 * @description Asked to be paid back, of what is missing.
                                 */
                                claimedQuantity: number;
                                /** Format: date-time */
                                confirmedAt?: string;
                                /** Format: int64 */
                                deliveredQuantity: number;
                                /** Format: int64 */
                                lineNumber: number;
                                /**
                                 * Format: int64
                                 * @description Shipped, and not arrived.
                                 */
                                missingQuantity: number;
                                productId: string;
                                /** Format: int64 */
                                quantity: number;
                                /**
                                 * Format: int64
                                 * @description Asked back or taken back, of what was delivered.
                                 */
                                returnedQuantity: number;
                                /** Format: int64 */
                                shippedQuantity: number;
                                sku: string;
                                supplierId: string;
                            }[];
                            /** @enum {unknown} */
                            paymentState: "UNPAID" | "AUTHORIZED" | "PAID" | "PARTIALLY_REFUNDED" | "REFUNDED" | "FAILED";
                            returns: {
                                creditId?: string;
                                /** Format: date-time */
                                decidedAt?: string;
                                decisionNote?: string;
                                id: string;
                                lines: {
                                    /** Format: int64 */
                                    acceptedQuantity?: number;
                                    /** Format: int64 */
                                    lineNumber: number;
                                    /** Format: int64 */
                                    quantity: number;
                                    /** @enum {unknown} */
                                    reason: "DAMAGED" | "DEFECTIVE" | "WRONG_ITEM" | "NOT_AS_DESCRIBED" | "NOT_NEEDED" | "MISSING" | "OTHER";
                                }[];
                                note?: string;
                                /** Format: date-time */
                                receivedAt?: string;
                                /** Format: date-time */
                                requestedAt: string;
                                restocked?: boolean;
                                /** @enum {unknown} */
                                state: "REQUESTED" | "RECEIVED" | "ACCEPTED" | "REFUSED";
                                supplierId: string;
                            }[];
                            shipments: {
                                carrier?: string;
                                /** Format: date-time */
                                deliveredAt?: string;
                                deliveryNote?: string;
                                id: string;
                                lines: {
                                    /**
                                     * Format: int64
                                     * @description Of the quantity. It has arrived.
                                     */
                                    damaged: number;
                                    /** Format: int64 */
                                    lineNumber: number;
                                    /**
                                     * Format: int64
                                     * @description Of the quantity. It has not arrived.
                                     */
                                    missing: number;
                                    /** Format: int64 */
                                    quantity: number;
                                }[];
                                note?: string;
                                /** Format: date-time */
                                shippedAt: string;
                                supplierId: string;
                                trackingNumber?: string;
                                trackingUrl?: string;
                            }[];
                            /** @enum {unknown} */
                            state: "PENDING_APPROVAL" | "PLACED" | "CONFIRMED" | "PARTIALLY_SHIPPED" | "SHIPPED" | "DELIVERED" | "CLOSED" | "REJECTED" | "CANCELLED";
                            /** Format: int64 */
                            version: number;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Impossible"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    reorder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "added": 1,
                         *       "notAdded": [
                         *         {
                         *           "productId": "prd_01m7x9v1c40e5rk2m8w3tq6znb",
                         *           "quantity": 2,
                         *           "code": "cart.product_discontinued",
                         *           "message": "The product is no longer for sale.",
                         *           "details": {
                         *             "productId": "prd_01m7x9v1c40e5rk2m8w3tq6znb"
                         *           }
                         *         }
                         *       ],
                         *       "cart": {
                         *         "id": "cart_01m7xb82dw3khw78phh28dvacd",
                         *         "mode": "AVAILABILITY_CHECKED_NON_RESERVING",
                         *         "snapshotVersion": 5,
                         *         "currency": "EUR",
                         *         "country": "DE",
                         *         "items": [
                         *           {
                         *             "id": "itm_01m7xb9d1s5v8r0q2k4x6c8z0e",
                         *             "itemVersion": 2,
                         *             "product": {
                         *               "id": "prd_01m7x9v1c40e5rk2m8w3tq6zna",
                         *               "sku": "1234567",
                         *               "mpn": "HB-M8-40",
                         *               "name": "Hexagon bolt M8",
                         *               "brand": "Fastenal",
                         *               "supplier": {
                         *                 "id": "co_01m7x9r5n2b4j6h8f0d2s4a6p8",
                         *                 "name": "Bolts and Nuts"
                         *               }
                         *             },
                         *             "quantity": 4,
                         *             "unitPrice": {
                         *               "amount": "2.50",
                         *               "currency": "EUR"
                         *             },
                         *             "lineTotal": {
                         *               "amount": "10.00",
                         *               "currency": "EUR"
                         *             },
                         *             "availability": {
                         *               "status": "in_stock",
                         *               "available": 120,
                         *               "checkedAt": "2026-01-02T03:04:05.000Z",
                         *               "leadTimeDays": 3
                         *             }
                         *           }
                         *         ],
                         *         "totals": {
                         *           "subtotal": {
                         *             "amount": "10.00",
                         *             "currency": "EUR"
                         *           },
                         *           "goods": {
                         *             "amount": "10.00",
                         *             "currency": "EUR"
                         *           },
                         *           "discount": {
                         *             "amount": "0.00",
                         *             "currency": "EUR"
                         *           },
                         *           "shipping": {
                         *             "amount": "0.00",
                         *             "currency": "EUR"
                         *           },
                         *           "tax": {
                         *             "amount": "1.90",
                         *             "currency": "EUR"
                         *           },
                         *           "total": {
                         *             "amount": "11.90",
                         *             "currency": "EUR"
                         *           },
                         *           "taxBreakdown": [
                         *             {
                         *               "category": "S",
                         *               "rate": "19",
                         *               "taxable": {
                         *                 "amount": "10.00",
                         *                 "currency": "EUR"
                         *               },
                         *               "amount": {
                         *                 "amount": "1.90",
                         *                 "currency": "EUR"
                         *               }
                         *             }
                         *           ],
                         *           "currency": "EUR",
                         *           "lineCount": 1,
                         *           "pieceCount": 4
                         *         },
                         *         "shippingOptions": [
                         *           {
                         *             "supplierId": "co_01m7x9r5n2b4j6h8f0d2s4a6p8",
                         *             "selected": "shp_01m7xb82dw3khw78phh28dvacd",
                         *             "options": [
                         *               {
                         *                 "id": "shp_01m7xb82dw3khw78phh28dvacd",
                         *                 "name": "Parcel",
                         *                 "kind": "DELIVERY",
                         *                 "price": {
                         *                   "amount": "0.00",
                         *                   "currency": "EUR"
                         *                 },
                         *                 "leadTimeDays": 2
                         *               }
                         *             ]
                         *           }
                         *         ],
                         *         "problems": [
                         *           {
                         *             "code": "cart.price_changed",
                         *             "itemId": "itm_01m7xb9d1s5v8r0q2k4x6c8z0e",
                         *             "message": "The price has changed since the product was added.",
                         *             "details": {
                         *               "old": {
                         *                 "amount": "2.40",
                         *                 "currency": "EUR"
                         *               },
                         *               "new": {
                         *                 "amount": "2.50",
                         *                 "currency": "EUR"
                         *               }
                         *             }
                         *           }
                         *         ],
                         *         "lock": null
                         *       }
                         *     }
                         */
                        data: {
                            /**
                             * Format: int64
                             * @description Lines that were put into the cart.
                             */
                            added: number;
                            cart: {
                                country: string;
                                currency: string;
                                id: string;
                                items: {
                                    availability: {
                                        /** Format: int64 */
                                        available: number;
                                        /** Format: date-time */
                                        checkedAt: string;
                                        leadTimeDays: number | null;
                                        /**
                                         * @example in_stock
                                         * @example low_stock
                                         * @example out_of_stock
                                         * @example discontinued
                                         */
                                        status: string;
                                    };
                                    id: string;
                                    /**
                                     * Format: int64
                                     * @description As it stood in the cart that was read. Compare it for equality only.
                                     */
                                    itemVersion: number;
                                    lineTotal: components["schemas"]["Money"] | null;
                                    product: {
                                        brand: string;
                                        id: string;
                                        mpn: string;
                                        name: string;
                                        sku: string;
                                        supplier: {
                                            id: string;
                                            name: string;
                                        };
                                    };
                                    /** Format: int64 */
                                    quantity: number;
                                    /** @description Of one piece at this quantity, today. Null while it cannot be told in the currency of the cart. */
                                    unitPrice: components["schemas"]["Money"] | null;
                                }[];
                                lock: null | {
                                    checkoutId: string;
                                    state: "RESERVED" | "PAYMENT_INITIATED_CART_RECONCILING";
                                };
                                /**
                                 * @description Prices and stock are checked whenever the cart is read, and reserved by a checkout only.
                                 * @constant
                                 */
                                mode: "AVAILABILITY_CHECKED_NON_RESERVING";
                                problems: {
                                    /** @enum {unknown} */
                                    code: "cart.price_changed" | "cart.stock_short" | "cart.below_minimum" | "cart.not_a_multiple" | "cart.product_discontinued" | "cart.not_shipped_to_country" | "cart.currency_not_convertible" | "cart.tax_not_determined" | "cart.shipping_unavailable";
                                    details: {
                                        [key: string]: unknown;
                                    };
                                    itemId?: string;
                                    message: string;
                                }[];
                                /** @description By supplier. A supplier is missing here whose prices hold the carriage. */
                                shippingOptions: {
                                    options: {
                                        id: string;
                                        /** @enum {unknown} */
                                        kind: "DELIVERY" | "PICK_UP";
                                        /** Format: int64 */
                                        leadTimeDays: number;
                                        name: string;
                                        price: components["schemas"]["Money"];
                                    }[];
                                    /** @description What a checkout takes that names none, and what `totals` reckons with. */
                                    selected: string | null;
                                    supplierId: string;
                                }[];
                                /**
                                 * Format: int64
                                 * @description As it stood in the cart that was read. Compare it for equality only.
                                 */
                                snapshotVersion: number;
                                /** @description Of the lines that have a price, delivered to the country of the cart. A checkout reckons for its address. */
                                totals: {
                                    currency: string;
                                    discount: components["schemas"]["Money"];
                                    goods: components["schemas"]["Money"];
                                    /** Format: int64 */
                                    lineCount: number;
                                    /** Format: int64 */
                                    pieceCount: number;
                                    shipping: components["schemas"]["Money"];
                                    subtotal: components["schemas"]["Money"];
                                    tax: components["schemas"]["Money"] | null;
                                    /** @description All that is taxed alike, together: as an EN 16931 invoice sums it up. */
                                    taxBreakdown: {
                                        amount: components["schemas"]["Money"];
                                        /**
                                         * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                         * @enum {unknown}
                                         */
                                        category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                        /** @description In percent. */
                                        rate: string;
                                        /** @description VATEX: why there is no tax. */
                                        reasonCode?: string;
                                        taxable: components["schemas"]["Money"];
                                    }[];
                                    /** @description goods - discount + shipping + tax. Null, as the tax is, while that of a line cannot be told. */
                                    total: components["schemas"]["Money"] | null;
                                };
                            };
                            notAdded: {
                                /** @description What adding it by hand would be refused with. */
                                code: string;
                                details: {
                                    [key: string]: unknown;
                                };
                                message: string;
                                productId: string;
                                /** Format: int64 */
                                quantity: number;
                            }[];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    requestReturn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                orderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of one supplier. */
                    lines: {
                        /** Format: int32 */
                        lineNumber: number;
                        /** Format: int32 */
                        quantity: number;
                        /** @enum {unknown} */
                        reason: "DAMAGED" | "DEFECTIVE" | "WRONG_ITEM" | "NOT_AS_DESCRIBED" | "NOT_NEEDED" | "MISSING" | "OTHER";
                    }[];
                    note?: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "ord_01m7xb82dw3khw78phh28dvacd",
                         *       "state": "SHIPPED",
                         *       "paymentState": "PAID",
                         *       "version": 3,
                         *       "lines": [
                         *         {
                         *           "lineNumber": 1,
                         *           "productId": "prd_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "sku": "1128895",
                         *           "supplierId": "co_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "quantity": 4,
                         *           "cancelledQuantity": 0,
                         *           "shippedQuantity": 4,
                         *           "deliveredQuantity": 0,
                         *           "missingQuantity": 0,
                         *           "returnedQuantity": 0,
                         *           "claimedQuantity": 0
                         *         }
                         *       ],
                         *       "shipments": [
                         *         {
                         *           "id": "shp_01m7xbq3t0f2m5n8r1v4y7c0ek",
                         *           "supplierId": "co_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "carrier": "DHL",
                         *           "trackingNumber": "00340434161094000000",
                         *           "trackingUrl": "https://www.dhl.example/track/00340434161094000000",
                         *           "shippedAt": "2026-01-03T09:00:00.000Z",
                         *           "lines": [
                         *             {
                         *               "lineNumber": 1,
                         *               "quantity": 4,
                         *               "damaged": 0,
                         *               "missing": 0
                         *             }
                         *           ]
                         *         }
                         *       ],
                         *       "returns": [],
                         *       "credits": []
                         *     }
                         */
                        data: {
                            credits: {
                                amount: components["schemas"]["Money"];
                                /** Format: date-time */
                                createdAt: string;
                                id: string;
                                /** @enum {unknown} */
                                kind: "CANCELLATION" | "RETURN";
                                /** @description Of the payment. Absent where a promise was released instead. */
                                refundId?: string;
                                settledAmount?: components["schemas"]["Money"];
                                /** Format: date-time */
                                settledAt?: string;
                                /**
                                 * @description WAITING goes on by itself: read the order again to see its end.
                                 * @enum {unknown}
                                 */
                                state: "WAITING" | "SETTLED";
                            }[];
                            id: string;
                            lines: {
                                /** Format: int64 */
                                cancelledQuantity: number;
                                /**
                                 * Format: int64
                                 * @description Asked to be paid back, of what is missing.
                                 */
                                claimedQuantity: number;
                                /** Format: date-time */
                                confirmedAt?: string;
                                /** Format: int64 */
                                deliveredQuantity: number;
                                /** Format: int64 */
                                lineNumber: number;
                                /**
                                 * Format: int64
                                 * @description Shipped, and not arrived.
                                 */
                                missingQuantity: number;
                                productId: string;
                                /** Format: int64 */
                                quantity: number;
                                /**
                                 * Format: int64
                                 * @description Asked back or taken back, of what was delivered.
                                 */
                                returnedQuantity: number;
                                /** Format: int64 */
                                shippedQuantity: number;
                                sku: string;
                                supplierId: string;
                            }[];
                            /** @enum {unknown} */
                            paymentState: "UNPAID" | "AUTHORIZED" | "PAID" | "PARTIALLY_REFUNDED" | "REFUNDED" | "FAILED";
                            returns: {
                                creditId?: string;
                                /** Format: date-time */
                                decidedAt?: string;
                                decisionNote?: string;
                                id: string;
                                lines: {
                                    /** Format: int64 */
                                    acceptedQuantity?: number;
                                    /** Format: int64 */
                                    lineNumber: number;
                                    /** Format: int64 */
                                    quantity: number;
                                    /** @enum {unknown} */
                                    reason: "DAMAGED" | "DEFECTIVE" | "WRONG_ITEM" | "NOT_AS_DESCRIBED" | "NOT_NEEDED" | "MISSING" | "OTHER";
                                }[];
                                note?: string;
                                /** Format: date-time */
                                receivedAt?: string;
                                /** Format: date-time */
                                requestedAt: string;
                                restocked?: boolean;
                                /** @enum {unknown} */
                                state: "REQUESTED" | "RECEIVED" | "ACCEPTED" | "REFUSED";
                                supplierId: string;
                            }[];
                            shipments: {
                                carrier?: string;
                                /** Format: date-time */
                                deliveredAt?: string;
                                deliveryNote?: string;
                                id: string;
                                lines: {
                                    /**
                                     * Format: int64
                                     * @description Of the quantity. It has arrived.
                                     */
                                    damaged: number;
                                    /** Format: int64 */
                                    lineNumber: number;
                                    /**
                                     * Format: int64
                                     * @description Of the quantity. It has not arrived.
                                     */
                                    missing: number;
                                    /** Format: int64 */
                                    quantity: number;
                                }[];
                                note?: string;
                                /** Format: date-time */
                                shippedAt: string;
                                supplierId: string;
                                trackingNumber?: string;
                                trackingUrl?: string;
                            }[];
                            /** @enum {unknown} */
                            state: "PENDING_APPROVAL" | "PLACED" | "CONFIRMED" | "PARTIALLY_SHIPPED" | "SHIPPED" | "DELIVERED" | "CLOSED" | "REJECTED" | "CANCELLED";
                            /** Format: int64 */
                            version: number;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Impossible"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptReturn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                orderId: string;
                returnId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Pieces that are accepted; the rest is refused. Without it: all of them. */
                    lines?: {
                        /** Format: int32 */
                        lineNumber: number;
                        /** Format: int32 */
                        quantity: number;
                    }[];
                    note?: string;
                    /** @description Whether what came back can be sold again. */
                    restock: boolean;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "ord_01m7xb82dw3khw78phh28dvacd",
                         *       "state": "SHIPPED",
                         *       "paymentState": "PAID",
                         *       "version": 3,
                         *       "lines": [
                         *         {
                         *           "lineNumber": 1,
                         *           "productId": "prd_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "sku": "1128895",
                         *           "supplierId": "co_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "quantity": 4,
                         *           "cancelledQuantity": 0,
                         *           "shippedQuantity": 4,
                         *           "deliveredQuantity": 0,
                         *           "missingQuantity": 0,
                         *           "returnedQuantity": 0,
                         *           "claimedQuantity": 0
                         *         }
                         *       ],
                         *       "shipments": [
                         *         {
                         *           "id": "shp_01m7xbq3t0f2m5n8r1v4y7c0ek",
                         *           "supplierId": "co_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "carrier": "DHL",
                         *           "trackingNumber": "00340434161094000000",
                         *           "trackingUrl": "https://www.dhl.example/track/00340434161094000000",
                         *           "shippedAt": "2026-01-03T09:00:00.000Z",
                         *           "lines": [
                         *             {
                         *               "lineNumber": 1,
                         *               "quantity": 4,
                         *               "damaged": 0,
                         *               "missing": 0
                         *             }
                         *           ]
                         *         }
                         *       ],
                         *       "returns": [],
                         *       "credits": []
                         *     }
                         */
                        data: {
                            credits: {
                                amount: components["schemas"]["Money"];
                                /** Format: date-time */
                                createdAt: string;
                                id: string;
                                /** @enum {unknown} */
                                kind: "CANCELLATION" | "RETURN";
                                /** @description Of the payment. Absent where a promise was released instead. */
                                refundId?: string;
                                settledAmount?: components["schemas"]["Money"];
                                /** Format: date-time */
                                settledAt?: string;
                                /**
                                 * @description WAITING goes on by itself: read the order again to see its end.
                                 * @enum {unknown}
                                 */
                                state: "WAITING" | "SETTLED";
                            }[];
                            id: string;
                            lines: {
                                /** Format: int64 */
                                cancelledQuantity: number;
                                /**
                                 * Format: int64
                                 * @description Asked to be paid back, of what is missing.
                                 */
                                claimedQuantity: number;
                                /** Format: date-time */
                                confirmedAt?: string;
                                /** Format: int64 */
                                deliveredQuantity: number;
                                /** Format: int64 */
                                lineNumber: number;
                                /**
                                 * Format: int64
                                 * @description Shipped, and not arrived.
                                 */
                                missingQuantity: number;
                                productId: string;
                                /** Format: int64 */
                                quantity: number;
                                /**
                                 * Format: int64
                                 * @description Asked back or taken back, of what was delivered.
                                 */
                                returnedQuantity: number;
                                /** Format: int64 */
                                shippedQuantity: number;
                                sku: string;
                                supplierId: string;
                            }[];
                            /** @enum {unknown} */
                            paymentState: "UNPAID" | "AUTHORIZED" | "PAID" | "PARTIALLY_REFUNDED" | "REFUNDED" | "FAILED";
                            returns: {
                                creditId?: string;
                                /** Format: date-time */
                                decidedAt?: string;
                                decisionNote?: string;
                                id: string;
                                lines: {
                                    /** Format: int64 */
                                    acceptedQuantity?: number;
                                    /** Format: int64 */
                                    lineNumber: number;
                                    /** Format: int64 */
                                    quantity: number;
                                    /** @enum {unknown} */
                                    reason: "DAMAGED" | "DEFECTIVE" | "WRONG_ITEM" | "NOT_AS_DESCRIBED" | "NOT_NEEDED" | "MISSING" | "OTHER";
                                }[];
                                note?: string;
                                /** Format: date-time */
                                receivedAt?: string;
                                /** Format: date-time */
                                requestedAt: string;
                                restocked?: boolean;
                                /** @enum {unknown} */
                                state: "REQUESTED" | "RECEIVED" | "ACCEPTED" | "REFUSED";
                                supplierId: string;
                            }[];
                            shipments: {
                                carrier?: string;
                                /** Format: date-time */
                                deliveredAt?: string;
                                deliveryNote?: string;
                                id: string;
                                lines: {
                                    /**
                                     * Format: int64
                                     * @description Of the quantity. It has arrived.
                                     */
                                    damaged: number;
                                    /** Format: int64 */
                                    lineNumber: number;
                                    /**
                                     * Format: int64
                                     * @description Of the quantity. It has not arrived.
                                     */
                                    missing: number;
                                    /** Format: int64 */
                                    quantity: number;
                                }[];
                                note?: string;
                                /** Format: date-time */
                                shippedAt: string;
                                supplierId: string;
                                trackingNumber?: string;
                                trackingUrl?: string;
                            }[];
                            /** @enum {unknown} */
                            state: "PENDING_APPROVAL" | "PLACED" | "CONFIRMED" | "PARTIALLY_SHIPPED" | "SHIPPED" | "DELIVERED" | "CLOSED" | "REJECTED" | "CANCELLED";
                            /** Format: int64 */
                            version: number;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Impossible"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    receiveReturn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                orderId: string;
                returnId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "ord_01m7xb82dw3khw78phh28dvacd",
                         *       "state": "SHIPPED",
                         *       "paymentState": "PAID",
                         *       "version": 3,
                         *       "lines": [
                         *         {
                         *           "lineNumber": 1,
                         *           "productId": "prd_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "sku": "1128895",
                         *           "supplierId": "co_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "quantity": 4,
                         *           "cancelledQuantity": 0,
                         *           "shippedQuantity": 4,
                         *           "deliveredQuantity": 0,
                         *           "missingQuantity": 0,
                         *           "returnedQuantity": 0,
                         *           "claimedQuantity": 0
                         *         }
                         *       ],
                         *       "shipments": [
                         *         {
                         *           "id": "shp_01m7xbq3t0f2m5n8r1v4y7c0ek",
                         *           "supplierId": "co_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "carrier": "DHL",
                         *           "trackingNumber": "00340434161094000000",
                         *           "trackingUrl": "https://www.dhl.example/track/00340434161094000000",
                         *           "shippedAt": "2026-01-03T09:00:00.000Z",
                         *           "lines": [
                         *             {
                         *               "lineNumber": 1,
                         *               "quantity": 4,
                         *               "damaged": 0,
                         *               "missing": 0
                         *             }
                         *           ]
                         *         }
                         *       ],
                         *       "returns": [],
                         *       "credits": []
                         *     }
                         */
                        data: {
                            credits: {
                                amount: components["schemas"]["Money"];
                                /** Format: date-time */
                                createdAt: string;
                                id: string;
                                /** @enum {unknown} */
                                kind: "CANCELLATION" | "RETURN";
                                /** @description Of the payment. Absent where a promise was released instead. */
                                refundId?: string;
                                settledAmount?: components["schemas"]["Money"];
                                /** Format: date-time */
                                settledAt?: string;
                                /**
                                 * @description WAITING goes on by itself: read the order again to see its end.
                                 * @enum {unknown}
                                 */
                                state: "WAITING" | "SETTLED";
                            }[];
                            id: string;
                            lines: {
                                /** Format: int64 */
                                cancelledQuantity: number;
                                /**
                                 * Format: int64
                                 * @description Asked to be paid back, of what is missing.
                                 */
                                claimedQuantity: number;
                                /** Format: date-time */
                                confirmedAt?: string;
                                /** Format: int64 */
                                deliveredQuantity: number;
                                /** Format: int64 */
                                lineNumber: number;
                                /**
                                 * Format: int64
                                 * @description Shipped, and not arrived.
                                 */
                                missingQuantity: number;
                                productId: string;
                                /** Format: int64 */
                                quantity: number;
                                /**
                                 * Format: int64
                                 * @description Asked back or taken back, of what was delivered.
                                 */
                                returnedQuantity: number;
                                /** Format: int64 */
                                shippedQuantity: number;
                                sku: string;
                                supplierId: string;
                            }[];
                            /** @enum {unknown} */
                            paymentState: "UNPAID" | "AUTHORIZED" | "PAID" | "PARTIALLY_REFUNDED" | "REFUNDED" | "FAILED";
                            returns: {
                                creditId?: string;
                                /** Format: date-time */
                                decidedAt?: string;
                                decisionNote?: string;
                                id: string;
                                lines: {
                                    /** Format: int64 */
                                    acceptedQuantity?: number;
                                    /** Format: int64 */
                                    lineNumber: number;
                                    /** Format: int64 */
                                    quantity: number;
                                    /** @enum {unknown} */
                                    reason: "DAMAGED" | "DEFECTIVE" | "WRONG_ITEM" | "NOT_AS_DESCRIBED" | "NOT_NEEDED" | "MISSING" | "OTHER";
                                }[];
                                note?: string;
                                /** Format: date-time */
                                receivedAt?: string;
                                /** Format: date-time */
                                requestedAt: string;
                                restocked?: boolean;
                                /** @enum {unknown} */
                                state: "REQUESTED" | "RECEIVED" | "ACCEPTED" | "REFUSED";
                                supplierId: string;
                            }[];
                            shipments: {
                                carrier?: string;
                                /** Format: date-time */
                                deliveredAt?: string;
                                deliveryNote?: string;
                                id: string;
                                lines: {
                                    /**
                                     * Format: int64
                                     * @description Of the quantity. It has arrived.
                                     */
                                    damaged: number;
                                    /** Format: int64 */
                                    lineNumber: number;
                                    /**
                                     * Format: int64
                                     * @description Of the quantity. It has not arrived.
                                     */
                                    missing: number;
                                    /** Format: int64 */
                                    quantity: number;
                                }[];
                                note?: string;
                                /** Format: date-time */
                                shippedAt: string;
                                supplierId: string;
                                trackingNumber?: string;
                                trackingUrl?: string;
                            }[];
                            /** @enum {unknown} */
                            state: "PENDING_APPROVAL" | "PLACED" | "CONFIRMED" | "PARTIALLY_SHIPPED" | "SHIPPED" | "DELIVERED" | "CLOSED" | "REJECTED" | "CANCELLED";
                            /** Format: int64 */
                            version: number;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Impossible"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    refuseReturn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                orderId: string;
                returnId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "ord_01m7xb82dw3khw78phh28dvacd",
                         *       "state": "SHIPPED",
                         *       "paymentState": "PAID",
                         *       "version": 3,
                         *       "lines": [
                         *         {
                         *           "lineNumber": 1,
                         *           "productId": "prd_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "sku": "1128895",
                         *           "supplierId": "co_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "quantity": 4,
                         *           "cancelledQuantity": 0,
                         *           "shippedQuantity": 4,
                         *           "deliveredQuantity": 0,
                         *           "missingQuantity": 0,
                         *           "returnedQuantity": 0,
                         *           "claimedQuantity": 0
                         *         }
                         *       ],
                         *       "shipments": [
                         *         {
                         *           "id": "shp_01m7xbq3t0f2m5n8r1v4y7c0ek",
                         *           "supplierId": "co_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "carrier": "DHL",
                         *           "trackingNumber": "00340434161094000000",
                         *           "trackingUrl": "https://www.dhl.example/track/00340434161094000000",
                         *           "shippedAt": "2026-01-03T09:00:00.000Z",
                         *           "lines": [
                         *             {
                         *               "lineNumber": 1,
                         *               "quantity": 4,
                         *               "damaged": 0,
                         *               "missing": 0
                         *             }
                         *           ]
                         *         }
                         *       ],
                         *       "returns": [],
                         *       "credits": []
                         *     }
                         */
                        data: {
                            credits: {
                                amount: components["schemas"]["Money"];
                                /** Format: date-time */
                                createdAt: string;
                                id: string;
                                /** @enum {unknown} */
                                kind: "CANCELLATION" | "RETURN";
                                /** @description Of the payment. Absent where a promise was released instead. */
                                refundId?: string;
                                settledAmount?: components["schemas"]["Money"];
                                /** Format: date-time */
                                settledAt?: string;
                                /**
                                 * @description WAITING goes on by itself: read the order again to see its end.
                                 * @enum {unknown}
                                 */
                                state: "WAITING" | "SETTLED";
                            }[];
                            id: string;
                            lines: {
                                /** Format: int64 */
                                cancelledQuantity: number;
                                /**
                                 * Format: int64
                                 * @description Asked to be paid back, of what is missing.
                                 */
                                claimedQuantity: number;
                                /** Format: date-time */
                                confirmedAt?: string;
                                /** Format: int64 */
                                deliveredQuantity: number;
                                /** Format: int64 */
                                lineNumber: number;
                                /**
                                 * Format: int64
                                 * @description Shipped, and not arrived.
                                 */
                                missingQuantity: number;
                                productId: string;
                                /** Format: int64 */
                                quantity: number;
                                /**
                                 * Format: int64
                                 * @description Asked back or taken back, of what was delivered.
                                 */
                                returnedQuantity: number;
                                /** Format: int64 */
                                shippedQuantity: number;
                                sku: string;
                                supplierId: string;
                            }[];
                            /** @enum {unknown} */
                            paymentState: "UNPAID" | "AUTHORIZED" | "PAID" | "PARTIALLY_REFUNDED" | "REFUNDED" | "FAILED";
                            returns: {
                                creditId?: string;
                                /** Format: date-time */
                                decidedAt?: string;
                                decisionNote?: string;
                                id: string;
                                lines: {
                                    /** Format: int64 */
                                    acceptedQuantity?: number;
                                    /** Format: int64 */
                                    lineNumber: number;
                                    /** Format: int64 */
                                    quantity: number;
                                    /** @enum {unknown} */
                                    reason: "DAMAGED" | "DEFECTIVE" | "WRONG_ITEM" | "NOT_AS_DESCRIBED" | "NOT_NEEDED" | "MISSING" | "OTHER";
                                }[];
                                note?: string;
                                /** Format: date-time */
                                receivedAt?: string;
                                /** Format: date-time */
                                requestedAt: string;
                                restocked?: boolean;
                                /** @enum {unknown} */
                                state: "REQUESTED" | "RECEIVED" | "ACCEPTED" | "REFUSED";
                                supplierId: string;
                            }[];
                            shipments: {
                                carrier?: string;
                                /** Format: date-time */
                                deliveredAt?: string;
                                deliveryNote?: string;
                                id: string;
                                lines: {
                                    /**
                                     * Format: int64
                                     * @description Of the quantity. It has arrived.
                                     */
                                    damaged: number;
                                    /** Format: int64 */
                                    lineNumber: number;
                                    /**
                                     * Format: int64
                                     * @description Of the quantity. It has not arrived.
                                     */
                                    missing: number;
                                    /** Format: int64 */
                                    quantity: number;
                                }[];
                                note?: string;
                                /** Format: date-time */
                                shippedAt: string;
                                supplierId: string;
                                trackingNumber?: string;
                                trackingUrl?: string;
                            }[];
                            /** @enum {unknown} */
                            state: "PENDING_APPROVAL" | "PLACED" | "CONFIRMED" | "PARTIALLY_SHIPPED" | "SHIPPED" | "DELIVERED" | "CLOSED" | "REJECTED" | "CANCELLED";
                            /** Format: int64 */
                            version: number;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Impossible"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    shipOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                orderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    carrier?: string;
                    /** @description Of one supplier. Without it: all that is open of your lines. */
                    lines?: {
                        /** Format: int32 */
                        lineNumber: number;
                        /** Format: int32 */
                        quantity: number;
                    }[];
                    note?: string;
                    trackingNumber?: string;
                    /** @description An https address. */
                    trackingUrl?: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "ord_01m7xb82dw3khw78phh28dvacd",
                         *       "state": "SHIPPED",
                         *       "paymentState": "PAID",
                         *       "version": 3,
                         *       "lines": [
                         *         {
                         *           "lineNumber": 1,
                         *           "productId": "prd_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "sku": "1128895",
                         *           "supplierId": "co_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "quantity": 4,
                         *           "cancelledQuantity": 0,
                         *           "shippedQuantity": 4,
                         *           "deliveredQuantity": 0,
                         *           "missingQuantity": 0,
                         *           "returnedQuantity": 0,
                         *           "claimedQuantity": 0
                         *         }
                         *       ],
                         *       "shipments": [
                         *         {
                         *           "id": "shp_01m7xbq3t0f2m5n8r1v4y7c0ek",
                         *           "supplierId": "co_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "carrier": "DHL",
                         *           "trackingNumber": "00340434161094000000",
                         *           "trackingUrl": "https://www.dhl.example/track/00340434161094000000",
                         *           "shippedAt": "2026-01-03T09:00:00.000Z",
                         *           "lines": [
                         *             {
                         *               "lineNumber": 1,
                         *               "quantity": 4,
                         *               "damaged": 0,
                         *               "missing": 0
                         *             }
                         *           ]
                         *         }
                         *       ],
                         *       "returns": [],
                         *       "credits": []
                         *     }
                         */
                        data: {
                            credits: {
                                amount: components["schemas"]["Money"];
                                /** Format: date-time */
                                createdAt: string;
                                id: string;
                                /** @enum {unknown} */
                                kind: "CANCELLATION" | "RETURN";
                                /** @description Of the payment. Absent where a promise was released instead. */
                                refundId?: string;
                                settledAmount?: components["schemas"]["Money"];
                                /** Format: date-time */
                                settledAt?: string;
                                /**
                                 * @description WAITING goes on by itself: read the order again to see its end.
                                 * @enum {unknown}
                                 */
                                state: "WAITING" | "SETTLED";
                            }[];
                            id: string;
                            lines: {
                                /** Format: int64 */
                                cancelledQuantity: number;
                                /**
                                 * Format: int64
                                 * @description Asked to be paid back, of what is missing.
                                 */
                                claimedQuantity: number;
                                /** Format: date-time */
                                confirmedAt?: string;
                                /** Format: int64 */
                                deliveredQuantity: number;
                                /** Format: int64 */
                                lineNumber: number;
                                /**
                                 * Format: int64
                                 * @description Shipped, and not arrived.
                                 */
                                missingQuantity: number;
                                productId: string;
                                /** Format: int64 */
                                quantity: number;
                                /**
                                 * Format: int64
                                 * @description Asked back or taken back, of what was delivered.
                                 */
                                returnedQuantity: number;
                                /** Format: int64 */
                                shippedQuantity: number;
                                sku: string;
                                supplierId: string;
                            }[];
                            /** @enum {unknown} */
                            paymentState: "UNPAID" | "AUTHORIZED" | "PAID" | "PARTIALLY_REFUNDED" | "REFUNDED" | "FAILED";
                            returns: {
                                creditId?: string;
                                /** Format: date-time */
                                decidedAt?: string;
                                decisionNote?: string;
                                id: string;
                                lines: {
                                    /** Format: int64 */
                                    acceptedQuantity?: number;
                                    /** Format: int64 */
                                    lineNumber: number;
                                    /** Format: int64 */
                                    quantity: number;
                                    /** @enum {unknown} */
                                    reason: "DAMAGED" | "DEFECTIVE" | "WRONG_ITEM" | "NOT_AS_DESCRIBED" | "NOT_NEEDED" | "MISSING" | "OTHER";
                                }[];
                                note?: string;
                                /** Format: date-time */
                                receivedAt?: string;
                                /** Format: date-time */
                                requestedAt: string;
                                restocked?: boolean;
                                /** @enum {unknown} */
                                state: "REQUESTED" | "RECEIVED" | "ACCEPTED" | "REFUSED";
                                supplierId: string;
                            }[];
                            shipments: {
                                carrier?: string;
                                /** Format: date-time */
                                deliveredAt?: string;
                                deliveryNote?: string;
                                id: string;
                                lines: {
                                    /**
                                     * Format: int64
                                     * @description Of the quantity. It has arrived.
                                     */
                                    damaged: number;
                                    /** Format: int64 */
                                    lineNumber: number;
                                    /**
                                     * Format: int64
                                     * @description Of the quantity. It has not arrived.
                                     */
                                    missing: number;
                                    /** Format: int64 */
                                    quantity: number;
                                }[];
                                note?: string;
                                /** Format: date-time */
                                shippedAt: string;
                                supplierId: string;
                                trackingNumber?: string;
                                trackingUrl?: string;
                            }[];
                            /** @enum {unknown} */
                            state: "PENDING_APPROVAL" | "PLACED" | "CONFIRMED" | "PARTIALLY_SHIPPED" | "SHIPPED" | "DELIVERED" | "CLOSED" | "REJECTED" | "CANCELLED";
                            /** Format: int64 */
                            version: number;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Impossible"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    validateOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    billTo?: components["schemas"]["AddressInput"];
                    costCenter?: string;
                    lines: {
                        /** @description What you were told. Another price today is a 409 that names the line. */
                        expectedUnitPrice?: {
                            /** @example 12.50 */
                            amount: string;
                            /** @example EUR */
                            currency: string;
                        };
                        productId: string;
                        /** Format: int32 */
                        quantity: number;
                    }[];
                    note?: string;
                    payment: {
                        /** @enum {unknown} */
                        method: "card" | "invoice";
                        /** @description Where the payment page sends the buyer afterwards. */
                        returnUrl?: string;
                    };
                    poNumber?: string;
                    /**
                     * Format: date
                     * @description When it should arrive.
                     */
                    requestedDate?: string;
                    /** @description One of the cart’s `shippingOptions` for the goods of a supplier. Default: the first. */
                    shippingMethods?: {
                        shippingMethodId: string;
                        supplierId: string;
                    }[];
                    shipTo: components["schemas"]["AddressInput"];
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "snapshot": {
                         *         "currency": "EUR",
                         *         "lines": [
                         *           {
                         *             "productId": "prd_01m7x9v1c40e5rk2m8w3tq6zna",
                         *             "sku": "1128895",
                         *             "mpn": "DB9 RS232",
                         *             "name": "Null modem adapter",
                         *             "brand": "StarTech.com",
                         *             "quantity": 4,
                         *             "unitPrice": {
                         *               "amount": "2.50",
                         *               "currency": "EUR"
                         *             },
                         *             "lineTotal": {
                         *               "amount": "10.00",
                         *               "currency": "EUR"
                         *             },
                         *             "discount": {
                         *               "amount": "0.00",
                         *               "currency": "EUR"
                         *             },
                         *             "tax": {
                         *               "category": "S",
                         *               "rate": "19",
                         *               "amount": {
                         *                 "amount": "1.90",
                         *                 "currency": "EUR"
                         *               }
                         *             }
                         *           }
                         *         ],
                         *         "shipTo": {
                         *           "name": "Bea Buyer",
                         *           "company": "Example GmbH",
                         *           "line1": "Hafenstr. 7",
                         *           "city": "Hamburg",
                         *           "postalCode": "20457",
                         *           "country": "DE"
                         *         }
                         *       },
                         *       "totals": {
                         *         "subtotal": {
                         *           "amount": "10.00",
                         *           "currency": "EUR"
                         *         },
                         *         "goods": {
                         *           "amount": "10.00",
                         *           "currency": "EUR"
                         *         },
                         *         "discount": {
                         *           "amount": "0.00",
                         *           "currency": "EUR"
                         *         },
                         *         "shipping": {
                         *           "amount": "0.00",
                         *           "currency": "EUR"
                         *         },
                         *         "tax": {
                         *           "amount": "1.90",
                         *           "currency": "EUR"
                         *         },
                         *         "total": {
                         *           "amount": "11.90",
                         *           "currency": "EUR"
                         *         },
                         *         "taxBreakdown": [
                         *           {
                         *             "category": "S",
                         *             "rate": "19",
                         *             "taxable": {
                         *               "amount": "10.00",
                         *               "currency": "EUR"
                         *             },
                         *             "amount": {
                         *               "amount": "1.90",
                         *               "currency": "EUR"
                         *             }
                         *           }
                         *         ]
                         *       }
                         *     }
                         */
                        data: {
                            snapshot: {
                                billTo?: components["schemas"]["Address"];
                                costCenter?: string;
                                currency: string;
                                /** @description Where there are several addresses, or a wish. `shipTo` is that of the first. */
                                deliveries?: {
                                    costCenter?: string;
                                    /** Format: int64 */
                                    number: number;
                                    /** Format: date */
                                    requestedDate?: string;
                                    shipTo: components["schemas"]["Address"];
                                }[];
                                lines: {
                                    brand: string;
                                    /** @description Present where the supplier's price was in another currency. */
                                    conversion?: {
                                        from: string;
                                        /** @description One unit of `from` in units of `to`, when it was bought. */
                                        rate: string;
                                        rateSetId: string;
                                        to: string;
                                    };
                                    costCenter?: string;
                                    /**
                                     * Format: int64
                                     * @description Which of the deliveries, from 1.
                                     */
                                    delivery?: number;
                                    discount?: components["schemas"]["Money"];
                                    lineTotal: components["schemas"]["Money"];
                                    mpn: string;
                                    name: string;
                                    poNumber?: string;
                                    productId: string;
                                    /** Format: int64 */
                                    quantity: number;
                                    sku: string;
                                    /** @description Absent in documents from before taxes were reckoned here. */
                                    tax?: {
                                        amount: components["schemas"]["Money"];
                                        /**
                                         * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                         * @enum {unknown}
                                         */
                                        category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                        /** @description In percent. */
                                        rate: string;
                                        /** @description VATEX: why there is no tax. */
                                        reasonCode?: string;
                                    };
                                    unitPrice: components["schemas"]["Money"];
                                }[];
                                note?: string;
                                poNumber?: string;
                                /** @description What the way of the goods costs, by supplier and delivery. */
                                shipping?: {
                                    amount: components["schemas"]["Money"];
                                    /**
                                     * Format: int64
                                     * @description Which of the deliveries, from 1.
                                     */
                                    delivery: number;
                                    /** @enum {unknown} */
                                    kind: "DELIVERY" | "PICK_UP";
                                    /** Format: int64 */
                                    leadTimeDays: number;
                                    name: string;
                                    shippingMethodId: string;
                                    supplierId: string;
                                    /** @description Absent in documents from before taxes were reckoned here. */
                                    tax: {
                                        amount: components["schemas"]["Money"];
                                        /**
                                         * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                         * @enum {unknown}
                                         */
                                        category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                        /** @description In percent. */
                                        rate: string;
                                        /** @description VATEX: why there is no tax. */
                                        reasonCode?: string;
                                    };
                                }[];
                                shipTo: components["schemas"]["Address"];
                            };
                            /** @description total = goods - discount + shipping + tax: what is to be paid. */
                            totals: {
                                discount?: components["schemas"]["Money"];
                                goods?: components["schemas"]["Money"];
                                shipping?: components["schemas"]["Money"];
                                subtotal: components["schemas"]["Money"];
                                tax?: components["schemas"]["Money"];
                                /** @description All that is taxed alike, together: as an EN 16931 invoice sums it up. */
                                taxBreakdown?: {
                                    amount: components["schemas"]["Money"];
                                    /**
                                     * @description UNCL5305 as EN 16931 restricts it. S: taxed; Z: at nothing; E: exempt; K: to a business in another member state, who accounts for it; G: export.
                                     * @enum {unknown}
                                     */
                                    category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
                                    /** @description In percent. */
                                    rate: string;
                                    /** @description VATEX: why there is no tax. */
                                    reasonCode?: string;
                                    taxable: components["schemas"]["Money"];
                                }[];
                                total: components["schemas"]["Money"];
                            };
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPayments: {
        parameters: {
            query?: {
                checkoutId?: string;
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                /** @description How many at most. */
                limit?: number;
                orderId?: string;
                /** @description INITIATED: not yet at the provider. PENDING: waits for the payer. AUTHORIZED: held, or promised on net terms. SUCCEEDED: captured. */
                state?: "INITIATED" | "PENDING" | "AUTHORIZED" | "SUCCEEDED" | "PARTIALLY_REFUNDED" | "REFUNDED" | "FAILED" | "VOIDED";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            amount: components["schemas"]["Money"];
                            captured: components["schemas"]["Money"];
                            checkoutId?: string;
                            /** Format: date-time */
                            createdAt: string;
                            /**
                             * Format: date
                             * @description Net terms: the day by which it is to be settled.
                             */
                            dueOn?: string;
                            /**
                             * Format: date-time
                             * @description Until when the payer may pay by card.
                             */
                            expiresAt?: string;
                            /** @description Why it FAILED or was VOIDED. */
                            failureReason?: string;
                            id: string;
                            /** @enum {unknown} */
                            method: "card" | "invoice";
                            orderId?: string;
                            provider: string;
                            /** @description While PENDING: where to send the payer. */
                            redirectUrl?: string;
                            refunded: components["schemas"]["Money"];
                            refunding: components["schemas"]["Money"];
                            /**
                             * @description INITIATED: not yet at the provider. PENDING: waits for the payer. AUTHORIZED: held, or promised on net terms. SUCCEEDED: captured.
                             * @enum {unknown}
                             */
                            state: "INITIATED" | "PENDING" | "AUTHORIZED" | "SUCCEEDED" | "PARTIALLY_REFUNDED" | "REFUNDED" | "FAILED" | "VOIDED";
                            /** Format: int64 */
                            version: number;
                        }[];
                        meta: {
                            /** Format: int64 */
                            limit: number;
                            /** @description Asks for the next page. Absent on the last one. */
                            nextCursor?: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "pay_01m7xb82dw3khw78phh28dvacd",
                         *       "state": "SUCCEEDED",
                         *       "method": "card",
                         *       "provider": "sandbox",
                         *       "amount": {
                         *         "amount": "12.50",
                         *         "currency": "EUR"
                         *       },
                         *       "captured": {
                         *         "amount": "12.50",
                         *         "currency": "EUR"
                         *       },
                         *       "refunded": {
                         *         "amount": "0.00",
                         *         "currency": "EUR"
                         *       },
                         *       "refunding": {
                         *         "amount": "0.00",
                         *         "currency": "EUR"
                         *       },
                         *       "checkoutId": "chk_01m7xb82dw3khw78phh28dvacd",
                         *       "orderId": "ord_01m7xb82dw3khw78phh28dvacd",
                         *       "createdAt": "2026-01-02T03:04:05.000Z",
                         *       "expiresAt": "2026-01-02T03:19:05.000Z",
                         *       "version": 3,
                         *       "refunds": [],
                         *       "ledger": [
                         *         {
                         *           "kind": "CAPTURED",
                         *           "amount": {
                         *             "amount": "12.50",
                         *             "currency": "EUR"
                         *           },
                         *           "recordedAt": "2026-01-02T03:04:35.000Z"
                         *         }
                         *       ]
                         *     }
                         */
                        data: {
                            amount: components["schemas"]["Money"];
                            captured: components["schemas"]["Money"];
                            checkoutId?: string;
                            /** Format: date-time */
                            createdAt: string;
                            /**
                             * Format: date
                             * @description Net terms: the day by which it is to be settled.
                             */
                            dueOn?: string;
                            /**
                             * Format: date-time
                             * @description Until when the payer may pay by card.
                             */
                            expiresAt?: string;
                            /** @description Why it FAILED or was VOIDED. */
                            failureReason?: string;
                            id: string;
                            /** @description Every movement of its money, oldest first. Nothing in it ever changes. */
                            ledger: {
                                amount: components["schemas"]["Money"];
                                /** @enum {unknown} */
                                kind: "AUTHORIZED" | "CAPTURED" | "VOIDED" | "REFUNDED";
                                /** Format: date-time */
                                recordedAt: string;
                                refundId?: string;
                            }[];
                            /** @enum {unknown} */
                            method: "card" | "invoice";
                            orderId?: string;
                            provider: string;
                            /** @description While PENDING: where to send the payer. */
                            redirectUrl?: string;
                            refunded: components["schemas"]["Money"];
                            refunding: components["schemas"]["Money"];
                            /** @description Oldest first, at most 100. */
                            refunds: {
                                amount: components["schemas"]["Money"];
                                /** Format: date-time */
                                createdAt: string;
                                failureReason?: string;
                                id: string;
                                paymentId: string;
                                reason?: string;
                                /** Format: date-time */
                                settledAt?: string;
                                /**
                                 * @description PENDING: the amount is held for it, and the provider is asked until it answers.
                                 * @enum {unknown}
                                 */
                                state: "PENDING" | "SUCCEEDED" | "FAILED";
                            }[];
                            /**
                             * @description INITIATED: not yet at the provider. PENDING: waits for the payer. AUTHORIZED: held, or promised on net terms. SUCCEEDED: captured.
                             * @enum {unknown}
                             */
                            state: "INITIATED" | "PENDING" | "AUTHORIZED" | "SUCCEEDED" | "PARTIALLY_REFUNDED" | "REFUNDED" | "FAILED" | "VOIDED";
                            /** Format: int64 */
                            version: number;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    capturePayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    amount?: components["schemas"]["MoneyInput"];
                } | null;
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "pay_01m7xb82dw3khw78phh28dvacd",
                         *       "state": "SUCCEEDED",
                         *       "method": "card",
                         *       "provider": "sandbox",
                         *       "amount": {
                         *         "amount": "12.50",
                         *         "currency": "EUR"
                         *       },
                         *       "captured": {
                         *         "amount": "12.50",
                         *         "currency": "EUR"
                         *       },
                         *       "refunded": {
                         *         "amount": "0.00",
                         *         "currency": "EUR"
                         *       },
                         *       "refunding": {
                         *         "amount": "0.00",
                         *         "currency": "EUR"
                         *       },
                         *       "checkoutId": "chk_01m7xb82dw3khw78phh28dvacd",
                         *       "orderId": "ord_01m7xb82dw3khw78phh28dvacd",
                         *       "createdAt": "2026-01-02T03:04:05.000Z",
                         *       "expiresAt": "2026-01-02T03:19:05.000Z",
                         *       "version": 3
                         *     }
                         */
                        data: {
                            amount: components["schemas"]["Money"];
                            captured: components["schemas"]["Money"];
                            checkoutId?: string;
                            /** Format: date-time */
                            createdAt: string;
                            /**
                             * Format: date
                             * @description Net terms: the day by which it is to be settled.
                             */
                            dueOn?: string;
                            /**
                             * Format: date-time
                             * @description Until when the payer may pay by card.
                             */
                            expiresAt?: string;
                            /** @description Why it FAILED or was VOIDED. */
                            failureReason?: string;
                            id: string;
                            /** @enum {unknown} */
                            method: "card" | "invoice";
                            orderId?: string;
                            provider: string;
                            /** @description While PENDING: where to send the payer. */
                            redirectUrl?: string;
                            refunded: components["schemas"]["Money"];
                            refunding: components["schemas"]["Money"];
                            /**
                             * @description INITIATED: not yet at the provider. PENDING: waits for the payer. AUTHORIZED: held, or promised on net terms. SUCCEEDED: captured.
                             * @enum {unknown}
                             */
                            state: "INITIATED" | "PENDING" | "AUTHORIZED" | "SUCCEEDED" | "PARTIALLY_REFUNDED" | "REFUNDED" | "FAILED" | "VOIDED";
                            /** Format: int64 */
                            version: number;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    refundPayment: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    amount?: components["schemas"]["MoneyInput"];
                    reason?: string;
                } | null;
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "rfd_01m7xb82dw3khw78phh28dvacd",
                         *       "paymentId": "pay_01m7xb82dw3khw78phh28dvacd",
                         *       "state": "SUCCEEDED",
                         *       "amount": {
                         *         "amount": "2.50",
                         *         "currency": "EUR"
                         *       },
                         *       "reason": "One piece was damaged.",
                         *       "createdAt": "2026-01-03T03:04:05.000Z",
                         *       "settledAt": "2026-01-03T03:04:06.000Z",
                         *       "payment": {
                         *         "id": "pay_01m7xb82dw3khw78phh28dvacd",
                         *         "state": "SUCCEEDED",
                         *         "method": "card",
                         *         "provider": "sandbox",
                         *         "amount": {
                         *           "amount": "12.50",
                         *           "currency": "EUR"
                         *         },
                         *         "captured": {
                         *           "amount": "12.50",
                         *           "currency": "EUR"
                         *         },
                         *         "refunded": {
                         *           "amount": "0.00",
                         *           "currency": "EUR"
                         *         },
                         *         "refunding": {
                         *           "amount": "0.00",
                         *           "currency": "EUR"
                         *         },
                         *         "checkoutId": "chk_01m7xb82dw3khw78phh28dvacd",
                         *         "orderId": "ord_01m7xb82dw3khw78phh28dvacd",
                         *         "createdAt": "2026-01-02T03:04:05.000Z",
                         *         "expiresAt": "2026-01-02T03:19:05.000Z",
                         *         "version": 3
                         *       }
                         *     }
                         */
                        data: {
                            amount: components["schemas"]["Money"];
                            /** Format: date-time */
                            createdAt: string;
                            failureReason?: string;
                            id: string;
                            /**
                             * @example {
                             *       "id": "pay_01m7xb82dw3khw78phh28dvacd",
                             *       "state": "SUCCEEDED",
                             *       "method": "card",
                             *       "provider": "sandbox",
                             *       "amount": {
                             *         "amount": "12.50",
                             *         "currency": "EUR"
                             *       },
                             *       "captured": {
                             *         "amount": "12.50",
                             *         "currency": "EUR"
                             *       },
                             *       "refunded": {
                             *         "amount": "0.00",
                             *         "currency": "EUR"
                             *       },
                             *       "refunding": {
                             *         "amount": "0.00",
                             *         "currency": "EUR"
                             *       },
                             *       "checkoutId": "chk_01m7xb82dw3khw78phh28dvacd",
                             *       "orderId": "ord_01m7xb82dw3khw78phh28dvacd",
                             *       "createdAt": "2026-01-02T03:04:05.000Z",
                             *       "expiresAt": "2026-01-02T03:19:05.000Z",
                             *       "version": 3
                             *     }
                             */
                            payment: {
                                amount: components["schemas"]["Money"];
                                captured: components["schemas"]["Money"];
                                checkoutId?: string;
                                /** Format: date-time */
                                createdAt: string;
                                /**
                                 * Format: date
                                 * @description Net terms: the day by which it is to be settled.
                                 */
                                dueOn?: string;
                                /**
                                 * Format: date-time
                                 * @description Until when the payer may pay by card.
                                 */
                                expiresAt?: string;
                                /** @description Why it FAILED or was VOIDED. */
                                failureReason?: string;
                                id: string;
                                /** @enum {unknown} */
                                method: "card" | "invoice";
                                orderId?: string;
                                provider: string;
                                /** @description While PENDING: where to send the payer. */
                                redirectUrl?: string;
                                refunded: components["schemas"]["Money"];
                                refunding: components["schemas"]["Money"];
                                /**
                                 * @description INITIATED: not yet at the provider. PENDING: waits for the payer. AUTHORIZED: held, or promised on net terms. SUCCEEDED: captured.
                                 * @enum {unknown}
                                 */
                                state: "INITIATED" | "PENDING" | "AUTHORIZED" | "SUCCEEDED" | "PARTIALLY_REFUNDED" | "REFUNDED" | "FAILED" | "VOIDED";
                                /** Format: int64 */
                                version: number;
                            };
                            paymentId: string;
                            reason?: string;
                            /** Format: date-time */
                            settledAt?: string;
                            /**
                             * @description PENDING: the amount is held for it, and the provider is asked until it answers.
                             * @enum {unknown}
                             */
                            state: "PENDING" | "SUCCEEDED" | "FAILED";
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Impossible"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    voidPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "pay_01m7xb82dw3khw78phh28dvacd",
                         *       "state": "SUCCEEDED",
                         *       "method": "card",
                         *       "provider": "sandbox",
                         *       "amount": {
                         *         "amount": "12.50",
                         *         "currency": "EUR"
                         *       },
                         *       "captured": {
                         *         "amount": "12.50",
                         *         "currency": "EUR"
                         *       },
                         *       "refunded": {
                         *         "amount": "0.00",
                         *         "currency": "EUR"
                         *       },
                         *       "refunding": {
                         *         "amount": "0.00",
                         *         "currency": "EUR"
                         *       },
                         *       "checkoutId": "chk_01m7xb82dw3khw78phh28dvacd",
                         *       "orderId": "ord_01m7xb82dw3khw78phh28dvacd",
                         *       "createdAt": "2026-01-02T03:04:05.000Z",
                         *       "expiresAt": "2026-01-02T03:19:05.000Z",
                         *       "version": 3
                         *     }
                         */
                        data: {
                            amount: components["schemas"]["Money"];
                            captured: components["schemas"]["Money"];
                            checkoutId?: string;
                            /** Format: date-time */
                            createdAt: string;
                            /**
                             * Format: date
                             * @description Net terms: the day by which it is to be settled.
                             */
                            dueOn?: string;
                            /**
                             * Format: date-time
                             * @description Until when the payer may pay by card.
                             */
                            expiresAt?: string;
                            /** @description Why it FAILED or was VOIDED. */
                            failureReason?: string;
                            id: string;
                            /** @enum {unknown} */
                            method: "card" | "invoice";
                            orderId?: string;
                            provider: string;
                            /** @description While PENDING: where to send the payer. */
                            redirectUrl?: string;
                            refunded: components["schemas"]["Money"];
                            refunding: components["schemas"]["Money"];
                            /**
                             * @description INITIATED: not yet at the provider. PENDING: waits for the payer. AUTHORIZED: held, or promised on net terms. SUCCEEDED: captured.
                             * @enum {unknown}
                             */
                            state: "INITIATED" | "PENDING" | "AUTHORIZED" | "SUCCEEDED" | "PARTIALLY_REFUNDED" | "REFUNDED" | "FAILED" | "VOIDED";
                            /** Format: int64 */
                            version: number;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPriceLists: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                /** @description How many at most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PriceList"][];
                        meta: {
                            /** Format: int64 */
                            limit: number;
                            /** @description Asks for the next page. Absent on the last one. */
                            nextCursor?: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPriceList: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Companies that the list holds for without a contract. */
                    companyIds?: string[];
                    currency: string;
                    /** @description For products that the list has no entry for. The nearest category decides, then the brand, then `all`. */
                    discounts?: {
                        /** @enum {unknown} */
                        by: "category" | "brand" | "all";
                        /** @description Off the list price and its tiers: above 0, below 100, up to two decimals. */
                        percent: string;
                        /** @description The category's id or the brand; absent with `all`. */
                        value?: string;
                    }[];
                    name: string;
                    /** @description For operators. Others have their own company. */
                    supplierId?: string;
                    /**
                     * Format: date-time
                     * @description Unless given, at once.
                     */
                    validFrom?: string;
                    /**
                     * Format: date-time
                     * @description The first instant at which it no longer holds.
                     */
                    validUntil?: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PriceList"];
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPriceList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                priceListId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PriceList"];
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePriceList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                priceListId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    changePriceList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                priceListId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Companies that the list holds for without a contract. */
                    companyIds?: string[];
                    /** @description For products that the list has no entry for. The nearest category decides, then the brand, then `all`. */
                    discounts?: {
                        /** @enum {unknown} */
                        by: "category" | "brand" | "all";
                        /** @description Off the list price and its tiers: above 0, below 100, up to two decimals. */
                        percent: string;
                        /** @description The category's id or the brand; absent with `all`. */
                        value?: string;
                    }[];
                    name?: string;
                    /**
                     * Format: date-time
                     * @description Unless given, at once.
                     */
                    validFrom?: string;
                    validUntil?: string | null;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PriceList"];
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPriceEntries: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                /** @description How many at most. */
                limit?: number;
            };
            header?: never;
            path: {
                priceListId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PriceEntry"][];
                        meta: {
                            /** Format: int64 */
                            limit: number;
                            /** @description Asks for the next page. Absent on the last one. */
                            nextCursor?: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    putPriceEntries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                priceListId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    entries: {
                        productId?: string;
                        /** @description The supplier's number, instead of the id. */
                        sku?: string;
                        /** @description By rising quantity; from there on the whole line costs this per piece. */
                        tiers?: {
                            /** Format: int32 */
                            minQuantity: number;
                            unitPrice: string;
                        }[];
                        /** @description Of one piece, in the list's currency. Null takes the entry out. */
                        unitPrice: string | null;
                    }[];
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PriceEntriesStored"];
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchProducts: {
        parameters: {
            query?: {
                /** @description `label:value` as in the facets. Values of one label are alternatives. */
                attribute?: string[];
                /** @description One of these brands. */
                brand?: string[];
                /** @description Id of a category. What stands in the categories below it is found too. */
                category?: string;
                /** @description Only what ships there. */
                country?: string;
                /** @description Of the bounds and the price ranges; unless given, that of your company. Given, prices are shown in it, too. */
                currency?: string;
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                /** @description How many at most. */
                limit?: number;
                /** @description What your company pays for one piece, converted to `currency`, is at most this. A decimal, zero or more. */
                maxPrice?: number | string;
                /** @description What your company pays for one piece, converted to `currency`, is at least this. A decimal, zero or more. */
                minPrice?: number | string;
                /** @description Words, part numbers, GTINs, measures. A phrase in double quotes, a minus before what must not occur. */
                q?: string;
                /** @description `relevance` where there are words, else `newest`. */
                sort?: "relevance" | "newest" | "name" | "price_asc" | "price_desc";
                /** @description Sold by one of these companies. */
                supplier?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Product"][];
                        meta: {
                            /** @description What was searched for instead. In double quotes a word is taken as it is. */
                            correctedQuery?: string;
                            currency: string;
                            facets: components["schemas"]["Facets"];
                            /** @description Present where prices of other currencies had to be converted. */
                            fx?: {
                                /** Format: date-time */
                                asOf: string;
                                rateSetId: string;
                                /** @description Newer rates are overdue. */
                                stale: boolean;
                                /** @enum {unknown} */
                                state: "fresh" | "stale_grace";
                            };
                            /** Format: int64 */
                            limit: number;
                            /** @description Absent on the last page. */
                            nextCursor?: string;
                            tookMs: number;
                            /** Format: int64 */
                            total: number;
                            /** @description There are at least this many. */
                            totalIsLowerBound: boolean;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProduct: {
        parameters: {
            query?: {
                /** @description Prices are shown in it, with the supplier's own beside them. */
                currency?: string;
            };
            header?: never;
            path: {
                productId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Product"];
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    matchProducts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    lines?: {
                        /** @description Of the manufacturer or the supplier, or a GTIN; separators do not matter. */
                        partNumber: string;
                        /**
                         * Format: int32
                         * @description Unless given, one.
                         */
                        quantity?: number;
                    }[];
                    /** @description Pasted: in each line a part number and, after a tab, semicolon, comma or space, a quantity. Instead of `lines`. */
                    text?: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MatchedLine"][];
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    quoteProducts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where it is to go. Unless given, nobody asks. */
                    country?: string;
                    /** @description Unless given, that of your company. */
                    currency?: string;
                    items: {
                        productId: string;
                        /** Format: int32 */
                        quantity: number;
                    }[];
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Quote"][];
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamProducts: {
        parameters: {
            query?: {
                /** @description `label:value` as in the facets. Values of one label are alternatives. */
                attribute?: string[];
                /** @description One of these brands. */
                brand?: string[];
                /** @description Id of a category. What stands in the categories below it is found too. */
                category?: string;
                /** @description Only what ships there. */
                country?: string;
                /** @description Of the bounds and the price ranges; unless given, that of your company. Given, prices are shown in it, too. */
                currency?: string;
                /** @description For a client that cannot send the header `Last-Event-ID` at first: go on after this event. The header wins. */
                lastEventId?: string;
                /** @description How many products are told at most. */
                limit?: number;
                /** @description What your company pays for one piece, converted to `currency`, is at most this. A decimal, zero or more. */
                maxPrice?: number | string;
                /** @description What your company pays for one piece, converted to `currency`, is at least this. A decimal, zero or more. */
                minPrice?: number | string;
                /** @description Words, part numbers, GTINs, measures. A phrase in double quotes, a minus before what must not occur. */
                q?: string;
                /** @description `relevance` where there are words, else `newest`. */
                sort?: "relevance" | "newest" | "name" | "price_asc" | "price_desc";
                /** @description Where to look. Unless given, in the catalogue. */
                sources?: ("catalog" | "external")[];
                /** @description Sold by one of these companies. */
                supplier?: string[];
            };
            header?: {
                /** @description The id of the last event that arrived: go on after it. */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["SearchEvent"];
                };
            };
            /** @description Done, and there is nothing to say. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": null;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    suggestProducts: {
        parameters: {
            query?: {
                /** @description So many of each kind at most. */
                limit?: number;
                /** @description What has been typed so far. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Suggestions"];
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSearch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description `label:value` as in the facets. Values of one label are alternatives. */
                    attribute?: string[];
                    /** @description One of these brands. */
                    brand?: string[];
                    /** @description Id of a category. What stands in the categories below it is found too. */
                    category?: string;
                    /**
                     * @description Only what ships there.
                     * @example DE
                     */
                    country?: string;
                    /**
                     * @description Of the bounds and the price ranges; unless given, that of your company. Given, prices are shown in it, too.
                     * @example EUR
                     */
                    currency?: string;
                    /**
                     * Format: int32
                     * @description How many products are told at most.
                     * @default 100
                     */
                    limit?: number;
                    /**
                     * @description What your company pays for one piece, converted to `currency`, is at most this. A decimal, zero or more.
                     * @example 12.5
                     */
                    maxPrice?: number | string;
                    /**
                     * @description What your company pays for one piece, converted to `currency`, is at least this. A decimal, zero or more.
                     * @example 12.5
                     */
                    minPrice?: number | string;
                    /**
                     * @description Words, part numbers, GTINs, measures. A phrase in double quotes, a minus before what must not occur.
                     * @example cat6 patch cable blue 25 ft
                     */
                    q?: string;
                    /** @description `relevance` where there are words, else `newest`. */
                    sort?: "relevance" | "newest" | "name" | "price_asc" | "price_desc";
                    /** @description Where to look. Unless given, in the catalogue. */
                    sources?: ("catalog" | "external")[];
                    /** @description Sold by one of these companies. */
                    supplier?: string[];
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Accepted, and carried out soon. */
            202: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Search"];
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSearch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                searchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Search"];
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelSearch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                searchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Search"];
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    followSearch: {
        parameters: {
            query?: {
                /** @description For a client that cannot send the header `Last-Event-ID` at first: go on after this event. The header wins. */
                lastEventId?: string;
                /** @description In place of a credential in the headers, which a browser’s EventSource cannot send: as `stream.url` of the search has it. It opens this one stream for five minutes. */
                ticket?: string;
            };
            header?: {
                /** @description The id of the last event that arrived: go on after it. */
                "last-event-id"?: string;
            };
            path: {
                searchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["SearchEvent"];
                };
            };
            /** @description Done, and there is nothing to say. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": null;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listShippingMethods: {
        parameters: {
            query?: {
                country?: string;
                /** @description Those for what this supplier sells. Without it, those of the platform. */
                supplierId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "methods": []
                         *     }
                         */
                        data: {
                            methods: {
                                countries: string[];
                                currency: string;
                                id: string;
                                /** @enum {unknown} */
                                kind: "DELIVERY" | "PICK_UP";
                                /** Format: int64 */
                                leadTimeDays: number;
                                name: string;
                                /** Format: int64 */
                                position: number;
                                /** @description Absent: the platform’s. */
                                supplierId?: string;
                                tiers: {
                                    from: string;
                                    price: string;
                                }[];
                            }[];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSuppliedOrders: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                /** @description How many at most. */
                limit?: number;
                state?: "PENDING_APPROVAL" | "PLACED" | "CONFIRMED" | "PARTIALLY_SHIPPED" | "SHIPPED" | "DELIVERED" | "CLOSED" | "REJECTED" | "CANCELLED";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            buyerCompanyId: string;
                            id: string;
                            /** Format: int64 */
                            lineCount: number;
                            /** Format: date-time */
                            placedAt: string;
                            poNumber?: string;
                            /** @enum {unknown} */
                            state: "PENDING_APPROVAL" | "PLACED" | "CONFIRMED" | "PARTIALLY_SHIPPED" | "SHIPPED" | "DELIVERED" | "CLOSED" | "REJECTED" | "CANCELLED";
                            /** @description Of your lines, as they were ordered. */
                            subtotal: {
                                /** @example 12.50 */
                                amount: string;
                                /** @example EUR */
                                currency: string;
                            };
                            /** Format: date-time */
                            updatedAt: string;
                            /** Format: int64 */
                            version: number;
                        }[];
                        meta: {
                            /** Format: int64 */
                            limit: number;
                            /** @description Asks for the next page. Absent on the last one. */
                            nextCursor?: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSuppliedOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "ord_01m7xb82dw3khw78phh28dvacd",
                         *       "buyerCompanyId": "co_01m7x9v1c40e5rk2m8w3tq6zna",
                         *       "state": "PLACED",
                         *       "version": 1,
                         *       "poNumber": "PO-4711",
                         *       "subtotal": {
                         *         "amount": "10.00",
                         *         "currency": "EUR"
                         *       },
                         *       "placedAt": "2026-01-02T03:04:05.000Z",
                         *       "updatedAt": "2026-01-02T03:04:05.000Z",
                         *       "shipTo": {
                         *         "name": "Bea Buyer",
                         *         "company": "Example GmbH",
                         *         "line1": "Hafenstr. 7",
                         *         "city": "Hamburg",
                         *         "postalCode": "20457",
                         *         "country": "DE"
                         *       },
                         *       "lines": [
                         *         {
                         *           "lineNumber": 1,
                         *           "productId": "prd_01m7x9v1c40e5rk2m8w3tq6zna",
                         *           "sku": "1128895",
                         *           "mpn": "DB9 RS232",
                         *           "name": "Null modem adapter",
                         *           "quantity": 4,
                         *           "unitPrice": {
                         *             "amount": "2.50",
                         *             "currency": "EUR"
                         *           },
                         *           "lineTotal": {
                         *             "amount": "10.00",
                         *             "currency": "EUR"
                         *           },
                         *           "cancelledQuantity": 0,
                         *           "shippedQuantity": 0,
                         *           "deliveredQuantity": 0,
                         *           "missingQuantity": 0,
                         *           "returnedQuantity": 0,
                         *           "claimedQuantity": 0
                         *         }
                         *       ],
                         *       "shipments": [],
                         *       "returns": []
                         *     }
                         */
                        data: {
                            buyerCompanyId: string;
                            id: string;
                            lines: {
                                /** Format: int64 */
                                cancelledQuantity: number;
                                /**
                                 * Format: int64
                                 * @description Asked to be paid back, of what is missing.
                                 */
                                claimedQuantity: number;
                                /** Format: date-time */
                                confirmedAt?: string;
                                /** Format: int64 */
                                deliveredQuantity: number;
                                /** Format: int64 */
                                lineNumber: number;
                                lineTotal: components["schemas"]["Money"];
                                /**
                                 * Format: int64
                                 * @description Shipped, and not arrived.
                                 */
                                missingQuantity: number;
                                mpn: string;
                                name: string;
                                productId: string;
                                /** Format: int64 */
                                quantity: number;
                                /**
                                 * Format: int64
                                 * @description Asked back or taken back, of what was delivered.
                                 */
                                returnedQuantity: number;
                                /** Format: int64 */
                                shippedQuantity: number;
                                sku: string;
                                unitPrice: components["schemas"]["Money"];
                            }[];
                            /** Format: date-time */
                            placedAt: string;
                            poNumber?: string;
                            returns: {
                                creditId?: string;
                                /** Format: date-time */
                                decidedAt?: string;
                                decisionNote?: string;
                                id: string;
                                lines: {
                                    /** Format: int64 */
                                    acceptedQuantity?: number;
                                    /** Format: int64 */
                                    lineNumber: number;
                                    /** Format: int64 */
                                    quantity: number;
                                    /** @enum {unknown} */
                                    reason: "DAMAGED" | "DEFECTIVE" | "WRONG_ITEM" | "NOT_AS_DESCRIBED" | "NOT_NEEDED" | "MISSING" | "OTHER";
                                }[];
                                note?: string;
                                /** Format: date-time */
                                receivedAt?: string;
                                /** Format: date-time */
                                requestedAt: string;
                                restocked?: boolean;
                                /** @enum {unknown} */
                                state: "REQUESTED" | "RECEIVED" | "ACCEPTED" | "REFUSED";
                                supplierId: string;
                            }[];
                            shipments: {
                                carrier?: string;
                                /** Format: date-time */
                                deliveredAt?: string;
                                deliveryNote?: string;
                                id: string;
                                lines: {
                                    /**
                                     * Format: int64
                                     * @description Of the quantity. It has arrived.
                                     */
                                    damaged: number;
                                    /** Format: int64 */
                                    lineNumber: number;
                                    /**
                                     * Format: int64
                                     * @description Of the quantity. It has not arrived.
                                     */
                                    missing: number;
                                    /** Format: int64 */
                                    quantity: number;
                                }[];
                                note?: string;
                                /** Format: date-time */
                                shippedAt: string;
                                supplierId: string;
                                trackingNumber?: string;
                                trackingUrl?: string;
                            }[];
                            shipTo: components["schemas"]["Address"];
                            /** @enum {unknown} */
                            state: "PENDING_APPROVAL" | "PLACED" | "CONFIRMED" | "PARTIALLY_SHIPPED" | "SHIPPED" | "DELIVERED" | "CLOSED" | "REJECTED" | "CANCELLED";
                            /** @description Of your lines, as they were ordered. */
                            subtotal: {
                                /** @example 12.50 */
                                amount: string;
                                /** @example EUR */
                                currency: string;
                            };
                            /** Format: date-time */
                            updatedAt: string;
                            /** Format: int64 */
                            version: number;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                /** @description How many at most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            disabledAt?: string;
                            /**
                             * @description `gone`: the receiver answered 410. `failing`: it failed for days.
                             * @enum {unknown}
                             */
                            disabledReason?: "gone" | "failing";
                            events: string[];
                            health: {
                                /**
                                 * Format: date-time
                                 * @description Most attempts of five minutes failed: deliveries are held, and one is tried at this time.
                                 */
                                breakerOpenUntil?: string;
                                /** Format: date-time */
                                failingSince?: string;
                                /**
                                 * Format: int64
                                 * @description In a row.
                                 */
                                failures: number;
                                /** Format: date-time */
                                lastFailureAt?: string;
                                /** Format: date-time */
                                lastSuccessAt?: string;
                                /**
                                 * Format: int64
                                 * @description How far it is on the way to being disabled, as its administrators were last told: 50, 70 or 90.
                                 */
                                warnedPercent?: number;
                            };
                            id: string;
                            /** Format: int64 */
                            maxPerSecond?: number;
                            name: string;
                            /** @enum {unknown} */
                            payload: "full" | "thin";
                            /**
                             * Format: date-time
                             * @description Until then the secret before signs as well.
                             */
                            previousSecretExpiresAt?: string;
                            /** @description Of its key pair, as Standard Webhooks writes it: `whpk_…`. */
                            publicKey?: string;
                            /** @enum {unknown} */
                            state: "ACTIVE" | "PAUSED" | "DISABLED";
                            /** Format: date-time */
                            updatedAt: string;
                            url: string;
                        }[];
                        meta: {
                            /** Format: int64 */
                            limit: number;
                            /** @description Asks for the next page. Absent on the last one. */
                            nextCursor?: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Signed with a key pair of this subscription as well (`v1a`), whose public half is at `/public-key`. */
                    ed25519?: boolean;
                    /**
                     * @description Kinds (`order.created`), families of them (`order.*`) or everything (`*`).
                     * @example [
                     *       "order.*",
                     *       "payment.succeeded"
                     *     ]
                     */
                    events: string[];
                    /**
                     * Format: int32
                     * @description Attempts in a second at most, evenly spaced. Without it, as fast as it answers.
                     */
                    maxPerSecond?: number;
                    /**
                     * @description A label for people.
                     * @example ERP, production
                     */
                    name: string;
                    /**
                     * @description `thin`: the body has no `data` but `dataUrl`, where it is read. Bodies over 20 kB always are. Default: full.
                     * @enum {unknown}
                     */
                    payload?: "full" | "thin";
                    /**
                     * @description Where to deliver: https, and reachable from the internet.
                     * @example https://erp.example.com/hooks/purveyor
                     */
                    url: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            disabledAt?: string;
                            /**
                             * @description `gone`: the receiver answered 410. `failing`: it failed for days.
                             * @enum {unknown}
                             */
                            disabledReason?: "gone" | "failing";
                            events: string[];
                            health: {
                                /**
                                 * Format: date-time
                                 * @description Most attempts of five minutes failed: deliveries are held, and one is tried at this time.
                                 */
                                breakerOpenUntil?: string;
                                /** Format: date-time */
                                failingSince?: string;
                                /**
                                 * Format: int64
                                 * @description In a row.
                                 */
                                failures: number;
                                /** Format: date-time */
                                lastFailureAt?: string;
                                /** Format: date-time */
                                lastSuccessAt?: string;
                                /**
                                 * Format: int64
                                 * @description How far it is on the way to being disabled, as its administrators were last told: 50, 70 or 90.
                                 */
                                warnedPercent?: number;
                            };
                            id: string;
                            /** Format: int64 */
                            maxPerSecond?: number;
                            name: string;
                            /** @enum {unknown} */
                            payload: "full" | "thin";
                            /**
                             * Format: date-time
                             * @description Until then the secret before signs as well.
                             */
                            previousSecretExpiresAt?: string;
                            /** @description Of its key pair, as Standard Webhooks writes it: `whpk_…`. */
                            publicKey?: string;
                            /** @description Verifies the signatures. Shown in this answer and never again. */
                            secret: string;
                            /** @enum {unknown} */
                            state: "ACTIVE" | "PAUSED" | "DISABLED";
                            /** Format: date-time */
                            updatedAt: string;
                            url: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Impossible"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            disabledAt?: string;
                            /**
                             * @description `gone`: the receiver answered 410. `failing`: it failed for days.
                             * @enum {unknown}
                             */
                            disabledReason?: "gone" | "failing";
                            events: string[];
                            health: {
                                /**
                                 * Format: date-time
                                 * @description Most attempts of five minutes failed: deliveries are held, and one is tried at this time.
                                 */
                                breakerOpenUntil?: string;
                                /** Format: date-time */
                                failingSince?: string;
                                /**
                                 * Format: int64
                                 * @description In a row.
                                 */
                                failures: number;
                                /** Format: date-time */
                                lastFailureAt?: string;
                                /** Format: date-time */
                                lastSuccessAt?: string;
                                /**
                                 * Format: int64
                                 * @description How far it is on the way to being disabled, as its administrators were last told: 50, 70 or 90.
                                 */
                                warnedPercent?: number;
                            };
                            /**
                             * Format: int64
                             * @description What enabling or resuming it would send.
                             */
                            heldDeliveries: number;
                            id: string;
                            /** Format: int64 */
                            maxPerSecond?: number;
                            name: string;
                            /** @enum {unknown} */
                            payload: "full" | "thin";
                            /**
                             * Format: date-time
                             * @description Until then the secret before signs as well.
                             */
                            previousSecretExpiresAt?: string;
                            /** @description Of its key pair, as Standard Webhooks writes it: `whpk_…`. */
                            publicKey?: string;
                            /** @enum {unknown} */
                            state: "ACTIVE" | "PAUSED" | "DISABLED";
                            /** Format: date-time */
                            updatedAt: string;
                            url: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            id: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Signed with a key pair of this subscription as well (`v1a`), whose public half is at `/public-key`. */
                    ed25519?: boolean;
                    /**
                     * @description Kinds (`order.created`), families of them (`order.*`) or everything (`*`).
                     * @example [
                     *       "order.*",
                     *       "payment.succeeded"
                     *     ]
                     */
                    events?: string[];
                    /** @description null takes the limit away. */
                    maxPerSecond?: number | null;
                    /**
                     * @description A label for people.
                     * @example ERP, production
                     */
                    name?: string;
                    /** @description While paused, deliveries are held and not lost. */
                    paused?: boolean;
                    /**
                     * @description `thin`: the body has no `data` but `dataUrl`, where it is read. Bodies over 20 kB always are. Default: full.
                     * @enum {unknown}
                     */
                    payload?: "full" | "thin";
                    /**
                     * @description Where to deliver: https, and reachable from the internet.
                     * @example https://erp.example.com/hooks/purveyor
                     */
                    url?: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            disabledAt?: string;
                            /**
                             * @description `gone`: the receiver answered 410. `failing`: it failed for days.
                             * @enum {unknown}
                             */
                            disabledReason?: "gone" | "failing";
                            events: string[];
                            health: {
                                /**
                                 * Format: date-time
                                 * @description Most attempts of five minutes failed: deliveries are held, and one is tried at this time.
                                 */
                                breakerOpenUntil?: string;
                                /** Format: date-time */
                                failingSince?: string;
                                /**
                                 * Format: int64
                                 * @description In a row.
                                 */
                                failures: number;
                                /** Format: date-time */
                                lastFailureAt?: string;
                                /** Format: date-time */
                                lastSuccessAt?: string;
                                /**
                                 * Format: int64
                                 * @description How far it is on the way to being disabled, as its administrators were last told: 50, 70 or 90.
                                 */
                                warnedPercent?: number;
                            };
                            id: string;
                            /** Format: int64 */
                            maxPerSecond?: number;
                            name: string;
                            /** @enum {unknown} */
                            payload: "full" | "thin";
                            /**
                             * Format: date-time
                             * @description Until then the secret before signs as well.
                             */
                            previousSecretExpiresAt?: string;
                            /** @description Of its key pair, as Standard Webhooks writes it: `whpk_…`. */
                            publicKey?: string;
                            /** @enum {unknown} */
                            state: "ACTIVE" | "PAUSED" | "DISABLED";
                            /** Format: date-time */
                            updatedAt: string;
                            url: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                /** @description How many at most. */
                limit?: number;
                /** @description Deliveries of events at or after this time; a replay counts from when it was asked for. */
                since?: string;
                state?: "PENDING" | "LEASED" | "RETRYING" | "HELD" | "SUCCEEDED" | "EXHAUSTED" | "CANCELLED" | "EXPIRED";
                type?: string;
            };
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: int64
                             * @description Of at most ten. A release from HELD begins anew.
                             */
                            attempts: number;
                            /** Format: date-time */
                            createdAt: string;
                            /** @description `x-service-delivery` and `webhook-id` of every attempt. */
                            eventId: string;
                            /** Format: date-time */
                            finishedAt?: string;
                            id: string;
                            lastError?: string;
                            /** Format: int64 */
                            lastStatus?: number;
                            /** Format: date-time */
                            nextAttemptAt?: string;
                            /** @description The delivery that this one repeats. */
                            replayOf?: string;
                            /** @enum {unknown} */
                            state: "PENDING" | "LEASED" | "RETRYING" | "HELD" | "SUCCEEDED" | "EXHAUSTED" | "CANCELLED" | "EXPIRED";
                            type: string;
                            webhookId: string;
                        }[];
                        meta: {
                            /** Format: int64 */
                            limit: number;
                            /** @description Asks for the next page. Absent on the last one. */
                            nextCursor?: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    enableWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            disabledAt?: string;
                            /**
                             * @description `gone`: the receiver answered 410. `failing`: it failed for days.
                             * @enum {unknown}
                             */
                            disabledReason?: "gone" | "failing";
                            events: string[];
                            health: {
                                /**
                                 * Format: date-time
                                 * @description Most attempts of five minutes failed: deliveries are held, and one is tried at this time.
                                 */
                                breakerOpenUntil?: string;
                                /** Format: date-time */
                                failingSince?: string;
                                /**
                                 * Format: int64
                                 * @description In a row.
                                 */
                                failures: number;
                                /** Format: date-time */
                                lastFailureAt?: string;
                                /** Format: date-time */
                                lastSuccessAt?: string;
                                /**
                                 * Format: int64
                                 * @description How far it is on the way to being disabled, as its administrators were last told: 50, 70 or 90.
                                 */
                                warnedPercent?: number;
                            };
                            id: string;
                            /** Format: int64 */
                            maxPerSecond?: number;
                            name: string;
                            /** @enum {unknown} */
                            payload: "full" | "thin";
                            /**
                             * Format: date-time
                             * @description Until then the secret before signs as well.
                             */
                            previousSecretExpiresAt?: string;
                            /** @description Of its key pair, as Standard Webhooks writes it: `whpk_…`. */
                            publicKey?: string;
                            /**
                             * Format: int64
                             * @description Deliveries that were held and are now sent.
                             */
                            released: number;
                            /** @enum {unknown} */
                            state: "ACTIVE" | "PAUSED" | "DISABLED";
                            /** Format: date-time */
                            updatedAt: string;
                            url: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookPublicKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {unknown} */
                            algorithm: "ed25519";
                            /** @description `whpk_` and the base64 of its 32 bytes. */
                            publicKey: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayWebhookWindow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    events?: string[];
                    /** @description Instead: events that the subscription names and that were never recorded for it, because they are older than it. At most 1,000 a request. */
                    missing?: boolean;
                    /** @description Only count. */
                    preview?: boolean;
                    /**
                     * Format: date-time
                     * @description Of the events, inclusive.
                     */
                    since: string;
                    /**
                     * @description Of the latest delivery of each event. Default: EXHAUSTED and EXPIRED.
                     * @enum {unknown}
                     */
                    state?: "SUCCEEDED" | "EXHAUSTED" | "CANCELLED" | "EXPIRED";
                    /**
                     * Format: date-time
                     * @description Of the events, exclusive. Default: now.
                     */
                    until?: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Accepted, and carried out soon. */
            202: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: int64 */
                            matched: number;
                            /**
                             * Format: int64
                             * @description 0 in a preview. Where it is less than `matched`, send the request again.
                             */
                            replayed: number;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            disabledAt?: string;
                            /**
                             * @description `gone`: the receiver answered 410. `failing`: it failed for days.
                             * @enum {unknown}
                             */
                            disabledReason?: "gone" | "failing";
                            events: string[];
                            health: {
                                /**
                                 * Format: date-time
                                 * @description Most attempts of five minutes failed: deliveries are held, and one is tried at this time.
                                 */
                                breakerOpenUntil?: string;
                                /** Format: date-time */
                                failingSince?: string;
                                /**
                                 * Format: int64
                                 * @description In a row.
                                 */
                                failures: number;
                                /** Format: date-time */
                                lastFailureAt?: string;
                                /** Format: date-time */
                                lastSuccessAt?: string;
                                /**
                                 * Format: int64
                                 * @description How far it is on the way to being disabled, as its administrators were last told: 50, 70 or 90.
                                 */
                                warnedPercent?: number;
                            };
                            id: string;
                            /** Format: int64 */
                            maxPerSecond?: number;
                            name: string;
                            /** @enum {unknown} */
                            payload: "full" | "thin";
                            /**
                             * Format: date-time
                             * @description Until then the secret before signs as well.
                             */
                            previousSecretExpiresAt?: string;
                            /** @description Of its key pair, as Standard Webhooks writes it: `whpk_…`. */
                            publicKey?: string;
                            /** @description Verifies the signatures. Shown in this answer and never again. */
                            secret: string;
                            /** @enum {unknown} */
                            state: "ACTIVE" | "PAUSED" | "DISABLED";
                            /** Format: date-time */
                            updatedAt: string;
                            url: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Accepted, and carried out soon. */
            202: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            eventId: string;
                            type: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description Latest first. */
                            attemptLog: {
                                /** @enum {unknown} */
                                errorClass?: "unreachable" | "timeout" | "tls" | "broken_answer" | "redirect" | "status";
                                /** Format: int64 */
                                ms: number;
                                /** Format: int64 */
                                n: number;
                                requestHeaders: {
                                    [key: string]: string;
                                };
                                /** @description The first 16 kB. */
                                responseBody?: string;
                                /** Format: date-time */
                                startedAt: string;
                                /** Format: int64 */
                                statusCode?: number;
                                /** @enum {unknown} */
                                trigger: "SCHEDULED" | "MANUAL";
                            }[];
                            /**
                             * Format: int64
                             * @description Of at most ten. A release from HELD begins anew.
                             */
                            attempts: number;
                            /** Format: date-time */
                            createdAt: string;
                            /** @description `x-service-delivery` and `webhook-id` of every attempt. */
                            eventId: string;
                            /** Format: date-time */
                            finishedAt?: string;
                            id: string;
                            lastError?: string;
                            /** Format: int64 */
                            lastStatus?: number;
                            /** Format: date-time */
                            nextAttemptAt?: string;
                            /** @description The delivery that this one repeats. */
                            replayOf?: string;
                            /** @enum {unknown} */
                            state: "PENDING" | "LEASED" | "RETRYING" | "HELD" | "SUCCEEDED" | "EXHAUSTED" | "CANCELLED" | "EXPIRED";
                            type: string;
                            webhookId: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Accepted, and carried out soon. */
            202: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: int64
                             * @description Of at most ten. A release from HELD begins anew.
                             */
                            attempts: number;
                            /** Format: date-time */
                            createdAt: string;
                            /** @description `x-service-delivery` and `webhook-id` of every attempt. */
                            eventId: string;
                            /** Format: date-time */
                            finishedAt?: string;
                            id: string;
                            lastError?: string;
                            /** Format: int64 */
                            lastStatus?: number;
                            /** Format: date-time */
                            nextAttemptAt?: string;
                            /** @description The delivery that this one repeats. */
                            replayOf?: string;
                            /** @enum {unknown} */
                            state: "PENDING" | "LEASED" | "RETRYING" | "HELD" | "SUCCEEDED" | "EXHAUSTED" | "CANCELLED" | "EXPIRED";
                            type: string;
                            webhookId: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookEventKinds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            description?: string;
                            /** @description What the event is about. */
                            entity: string;
                            /** @description JSON Schema of `data` in the delivery. */
                            schema: {
                                [key: string]: unknown;
                            };
                            type: string;
                            /** Format: int64 */
                            version: number;
                        }[];
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            companyId: string;
                            /** @description As the JSON Schema of its kind says. */
                            data: {
                                [key: string]: unknown;
                            };
                            entity: {
                                id: string;
                                type: string;
                                /** Format: int64 */
                                version: number;
                            };
                            id: string;
                            /** Format: date-time */
                            occurredAt: string;
                            /**
                             * Format: int64
                             * @description Among the events of the company, dense from 1.
                             */
                            sequence: number;
                            type: string;
                            /** Format: int64 */
                            version: number;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuthorizedApps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            appId: string;
                            /** Format: date-time */
                            authorizedAt: string;
                            /** Format: date-time */
                            expiresAt: string;
                            name: string;
                            scopes: ("products:read" | "orders:read" | "orders:write" | "payments:read" | "payments:write" | "support:read" | "support:write" | "webhooks:manage")[];
                        }[];
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdrawAuthorizedApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                appId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "withdrawn": true
                         *     }
                         */
                        data: {
                            /** @constant */
                            withdrawn: true;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOwnCompanies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "companies": [
                         *         {
                         *           "companyId": "co_01m7xb82dw3khw78phh28dvacd",
                         *           "name": "Example GmbH",
                         *           "roles": [
                         *             "buyer"
                         *           ],
                         *           "joinedAt": "2026-01-02T03:04:05.000Z",
                         *           "selected": true
                         *         }
                         *       ]
                         *     }
                         */
                        data: {
                            companies: {
                                companyId: string;
                                /** Format: date-time */
                                joinedAt: string;
                                name: string;
                                roles: ("buyer" | "approver" | "company_admin" | "operator")[];
                                /** @description What the session acts for. */
                                selected: boolean;
                            }[];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    selectCompany: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    companyId: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "accessToken": "<ACCESS_TOKEN>",
                         *       "refreshToken": "<REFRESH_TOKEN>",
                         *       "tokenType": "Bearer",
                         *       "expiresIn": 600
                         *     }
                         */
                        data: {
                            accessToken: string;
                            /**
                             * Format: int64
                             * @description Seconds until the access token expires.
                             */
                            expiresIn: number;
                            refreshToken: string;
                            /** @constant */
                            tokenType: "Bearer";
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFactors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "totp": {
                         *         "confirmed": true,
                         *         "confirmedAt": "2026-01-02T03:04:05.000Z"
                         *       },
                         *       "passkeys": [
                         *         {
                         *           "id": "pky_01m7xb82dw3khw78phh28dvacd",
                         *           "name": "Laptop",
                         *           "synced": false,
                         *           "createdAt": "2026-01-02T03:04:05.000Z"
                         *         }
                         *       ],
                         *       "recoveryCodesLeft": 10
                         *     }
                         */
                        data: {
                            passkeys: components["schemas"]["Passkey"][];
                            /** Format: int64 */
                            recoveryCodesLeft: number;
                            totp: {
                                confirmed: boolean;
                                /** Format: date-time */
                                confirmedAt?: string;
                            };
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    registerPasskey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    challengeToken: string;
                    name: string;
                    /** @description What `navigator.credentials.create` gave, as JSON. */
                    passkey: {
                        /** @enum {unknown} */
                        authenticatorAttachment?: "platform" | "cross-platform";
                        clientExtensionResults: {
                            [key: string]: unknown;
                        };
                        id: string;
                        rawId: string;
                        response: {
                            attestationObject: string;
                            authenticatorData?: string;
                            clientDataJSON: string;
                            publicKey?: string;
                            /** Format: int32 */
                            publicKeyAlgorithm?: number;
                            transports?: ("ble" | "cable" | "hybrid" | "internal" | "nfc" | "smart-card" | "usb")[];
                        };
                        /** @constant */
                        type: "public-key";
                    };
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "passkey": {
                         *         "id": "pky_01m7xb82dw3khw78phh28dvacd",
                         *         "name": "Laptop",
                         *         "synced": false,
                         *         "createdAt": "2026-01-02T03:04:05.000Z"
                         *       },
                         *       "recoveryCodes": [
                         *         "ABCD-EFGH-JKLM-NPQR-STUV-WXYZ"
                         *       ]
                         *     }
                         */
                        data: {
                            passkey: components["schemas"]["Passkey"];
                            /** @description Each works once. Shown in this answer only; empty where the person has some. */
                            recoveryCodes: string[];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                passkeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "removed": true
                         *     }
                         */
                        data: {
                            /** @constant */
                            removed: true;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    beginPasskey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "challengeToken": "<CHALLENGE_TOKEN>",
                         *       "options": {
                         *         "challenge": "q1w2e3",
                         *         "rpId": "purveyor.example"
                         *       }
                         *     }
                         */
                        data: {
                            challengeToken: string;
                            /** @description For the browser, as it is. */
                            options: {
                                [key: string]: unknown;
                            };
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "recoveryCodes": [
                         *         "ABCD-EFGH-JKLM-NPQR-STUV-WXYZ"
                         *       ]
                         *     }
                         */
                        data: {
                            /** @description Each works once. Shown in this answer only; empty where the person has some. */
                            recoveryCodes: string[];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    enrolTotp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "secret": "<TOTP_SECRET>",
                         *       "uri": "otpauth://totp/Purveyor:buyer%40example.com?issuer=Purveyor&secret=TOTP_SECRET"
                         *     }
                         */
                        data: {
                            /** @description To be typed, where no picture can be read. */
                            secret: string;
                            /** @description To be shown as a QR code. */
                            uri: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    disableTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "removed": true
                         *     }
                         */
                        data: {
                            /** @constant */
                            removed: true;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The code of the app. */
                    totp: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "recoveryCodes": [
                         *         "ABCD-EFGH-JKLM-NPQR-STUV-WXYZ"
                         *       ]
                         *     }
                         */
                        data: {
                            /** @description Each works once. Shown in this answer only; empty where the person has some. */
                            recoveryCodes: string[];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    password: string;
                    /** @description From the mail: what stands behind the # of its link. */
                    token: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "accessToken": "<ACCESS_TOKEN>",
                         *       "refreshToken": "<REFRESH_TOKEN>",
                         *       "tokenType": "Bearer",
                         *       "expiresIn": 600
                         *     }
                         */
                        data: {
                            accessToken: string;
                            /**
                             * Format: int64
                             * @description Seconds until the access token expires.
                             */
                            expiresIn: number;
                            refreshToken: string;
                            /** @constant */
                            tokenType: "Bearer";
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    joinCompany: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description From the mail: what stands behind the # of its link. */
                    token: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Created. */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "companyId": "co_01m7xb82dw3khw78phh28dvacd",
                         *       "roles": [
                         *         "buyer"
                         *       ]
                         *     }
                         */
                        data: {
                            companyId: string;
                            roles: ("buyer" | "approver" | "company_admin" | "operator")[];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "accessToken": "<ACCESS_TOKEN>",
                         *       "refreshToken": "<REFRESH_TOKEN>",
                         *       "tokenType": "Bearer",
                         *       "expiresIn": 600
                         *     }
                         */
                        data: {
                            accessToken: string;
                            /**
                             * Format: int64
                             * @description Seconds until the access token expires.
                             */
                            expiresIn: number;
                            refreshToken: string;
                            /** @constant */
                            tokenType: "Bearer";
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    signInByPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    challengeToken: string;
                    /** @description What `navigator.credentials.get` gave, as JSON. */
                    passkey: {
                        /** @enum {unknown} */
                        authenticatorAttachment?: "platform" | "cross-platform";
                        clientExtensionResults: {
                            [key: string]: unknown;
                        };
                        id: string;
                        rawId: string;
                        response: {
                            authenticatorData: string;
                            clientDataJSON: string;
                            signature: string;
                            userHandle?: string;
                        };
                        /** @constant */
                        type: "public-key";
                    };
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "accessToken": "<ACCESS_TOKEN>",
                         *       "refreshToken": "<REFRESH_TOKEN>",
                         *       "tokenType": "Bearer",
                         *       "expiresIn": 600
                         *     }
                         */
                        data: {
                            accessToken: string;
                            /**
                             * Format: int64
                             * @description Seconds until the access token expires.
                             */
                            expiresIn: number;
                            refreshToken: string;
                            /** @constant */
                            tokenType: "Bearer";
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    beginPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "challengeToken": "<CHALLENGE_TOKEN>",
                         *       "options": {
                         *         "challenge": "q1w2e3",
                         *         "rpId": "purveyor.example"
                         *       }
                         *     }
                         */
                        data: {
                            challengeToken: string;
                            /** @description For the browser, as it is. */
                            options: {
                                [key: string]: unknown;
                            };
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    completeSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    challengeToken: string;
                    mailCode?: string;
                    /** @description What `navigator.credentials.get` gave, as JSON. */
                    passkey?: {
                        /** @enum {unknown} */
                        authenticatorAttachment?: "platform" | "cross-platform";
                        clientExtensionResults: {
                            [key: string]: unknown;
                        };
                        id: string;
                        rawId: string;
                        response: {
                            authenticatorData: string;
                            clientDataJSON: string;
                            signature: string;
                            userHandle?: string;
                        };
                        /** @constant */
                        type: "public-key";
                    };
                    recoveryCode?: string;
                    /** @description The code of the app. */
                    totp?: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "accessToken": "<ACCESS_TOKEN>",
                         *       "refreshToken": "<REFRESH_TOKEN>",
                         *       "tokenType": "Bearer",
                         *       "expiresIn": 600
                         *     }
                         */
                        data: {
                            accessToken: string;
                            /**
                             * Format: int64
                             * @description Seconds until the access token expires.
                             */
                            expiresIn: number;
                            refreshToken: string;
                            /** @constant */
                            tokenType: "Bearer";
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "signedOut": true
                         *     }
                         */
                        data: {
                            /** @constant */
                            signedOut: true;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPrincipal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "id": "usr_01m7xb82dw3khw78phh28dvacd",
                         *       "kind": "person",
                         *       "email": "buyer@example.com",
                         *       "name": "Bea Buyer",
                         *       "companyId": "co_01m7xb82dw3khw78phh28dvacd",
                         *       "roles": [
                         *         "buyer"
                         *       ],
                         *       "scopes": [
                         *         "products:read",
                         *         "orders:read"
                         *       ],
                         *       "sessionId": "ses_01m7xb82dw3khw78phh28dvacd",
                         *       "expiresAt": "2026-01-02T03:14:05.000Z"
                         *     }
                         */
                        data: {
                            companyId: string;
                            email?: string;
                            /** Format: date-time */
                            expiresAt?: string;
                            id: string;
                            kind: string;
                            name?: string;
                            roles: string[];
                            scopes: string[];
                            sessionId?: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    currentPassword: string;
                    /** @description At least 8 characters, at most 128 bytes, and none that everybody tries first. */
                    newPassword: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "changed": true
                         *     }
                         */
                        data: {
                            /** @constant */
                            changed: true;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description At least 8 characters, at most 128 bytes, and none that everybody tries first. */
                    newPassword: string;
                    token: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "changed": true
                         *     }
                         */
                        data: {
                            /** @constant */
                            changed: true;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Accepted, and carried out soon. */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "accepted": true
                         *     }
                         */
                        data: {
                            /** @constant */
                            accepted: true;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    downloadPrivacyExport: {
        parameters: {
            query?: {
                /** @description `json`: everything, and the export is over with it. `csv`: one table; fetch those before. */
                format?: "json" | "csv";
                /** @description With `csv`: which, `orders` unless said. */
                table?: string;
            };
            header?: never;
            path: {
                link: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    requestPrivacyExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Accepted, and carried out soon. */
            202: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            expiresAt?: string;
                            id: string;
                            /** Format: date-time */
                            readyAt?: string;
                            /** Format: date-time */
                            requestedAt: string;
                            /** @enum {unknown} */
                            state: "REQUESTED" | "READY" | "TAKEN" | "EXPIRED";
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPrivacyExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                exportId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            expiresAt?: string;
                            id: string;
                            /** Format: date-time */
                            readyAt?: string;
                            /** Format: date-time */
                            requestedAt: string;
                            /** @enum {unknown} */
                            state: "REQUESTED" | "READY" | "TAKEN" | "EXPIRED";
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    linkPrivacyExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path: {
                exportId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            expiresAt: string;
                            /** @description What can be fetched as CSV, each once: `?format=csv&table=orders`. */
                            tables: {
                                name: string;
                                /** Format: int64 */
                                rows: number;
                            }[];
                            /** @description Works once, and without signing in: give it to nobody. */
                            url: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    refreshSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    refreshToken: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "accessToken": "<ACCESS_TOKEN>",
                         *       "refreshToken": "<REFRESH_TOKEN>",
                         *       "tokenType": "Bearer",
                         *       "expiresIn": 600
                         *     }
                         */
                        data: {
                            accessToken: string;
                            /**
                             * Format: int64
                             * @description Seconds until the access token expires.
                             */
                            expiresIn: number;
                            refreshToken: string;
                            /** @constant */
                            tokenType: "Bearer";
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            companyId: string;
                            /** Format: date-time */
                            createdAt: string;
                            /** @description The session of this very request. */
                            current: boolean;
                            /** @description Coarse: the browser and the system. */
                            device?: string;
                            /** Format: date-time */
                            expiresAt: string;
                            id: string;
                            /** Format: date-time */
                            lastUsedAt: string;
                            /** @description What was shown to sign in. */
                            methods: string[];
                            /** @description Coarse: the network, not the address. */
                            network?: string;
                        }[];
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "removed": true
                         *     }
                         */
                        data: {
                            /** @constant */
                            removed: true;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeOtherSessions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "revoked": 2
                         *     }
                         */
                        data: {
                            /**
                             * Format: int64
                             * @description How many sessions were ended.
                             */
                            revoked: number;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    stepUp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    challengeToken?: string;
                    /** @description What `navigator.credentials.get` gave, as JSON. */
                    passkey?: {
                        /** @enum {unknown} */
                        authenticatorAttachment?: "platform" | "cross-platform";
                        clientExtensionResults: {
                            [key: string]: unknown;
                        };
                        id: string;
                        rawId: string;
                        response: {
                            authenticatorData: string;
                            clientDataJSON: string;
                            signature: string;
                            userHandle?: string;
                        };
                        /** @constant */
                        type: "public-key";
                    };
                    password?: string;
                    /** @description The code of the app. */
                    totp?: string;
                };
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "authenticatedAt": "2026-01-02T03:04:05.000Z",
                         *       "until": "2026-01-02T03:09:05.000Z"
                         *     }
                         */
                        data: {
                            /** Format: date-time */
                            authenticatedAt: string;
                            /** Format: date-time */
                            until: string;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    beginStepUp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example {
                         *       "challengeToken": "<CHALLENGE_TOKEN>",
                         *       "options": {
                         *         "challenge": "q1w2e3",
                         *         "rpId": "purveyor.example"
                         *       }
                         *     }
                         */
                        data: {
                            challengeToken: string;
                            /** @description For the browser, as it is. */
                            options: {
                                [key: string]: unknown;
                            };
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        configReadiness: {
                            environment: string;
                            missing: string[];
                            required: {
                                name: string;
                                present: boolean;
                                purpose: string;
                            }[];
                            /** @enum {unknown} */
                            status: "ready" | "incomplete";
                        };
                        reason?: string;
                        /** @enum {unknown} */
                        status: "ok" | "degraded" | "down";
                        /** Format: date-time */
                        time: string;
                        /** Format: int64 */
                        uptimeSeconds: number;
                        version: string;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDetailedHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        configReadiness: {
                            environment: string;
                            missing: string[];
                            policy: {
                                effective: string;
                                name: string;
                                source: string;
                            }[];
                            promotion: {
                                blockers: string[];
                                ready: boolean;
                            };
                            required: {
                                name: string;
                                present: boolean;
                                purpose: string;
                            }[];
                            /** @enum {unknown} */
                            status: "ready" | "incomplete";
                        };
                        dependencies: {
                            /** Format: date-time */
                            checkedAt: string;
                            error?: string;
                            latencyMs: number;
                            name: string;
                            /** @enum {unknown} */
                            status: "up" | "degraded" | "down";
                        }[];
                        reason?: string;
                        /** @enum {unknown} */
                        status: "ok" | "degraded" | "down";
                        /** Format: date-time */
                        time: string;
                        /** Format: int64 */
                        uptimeSeconds: number;
                        version: string;
                    } & {
                        [key: string]: {
                            /** Format: date-time */
                            generatedAt: string;
                            metrics: {
                                [key: string]: number | boolean;
                            };
                            problems: {
                                action: string;
                                code: string;
                                message: string;
                                /** Format: date-time */
                                since: string;
                            }[];
                            reason?: string;
                            /** @enum {unknown} */
                            status: "ok" | "degraded" | "unknown";
                        };
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOpsHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        configReadiness: {
                            environment: string;
                            missing: string[];
                            policy: {
                                effective: string;
                                name: string;
                                source: string;
                            }[];
                            promotion: {
                                blockers: string[];
                                ready: boolean;
                            };
                            required: {
                                name: string;
                                present: boolean;
                                purpose: string;
                            }[];
                            /** @enum {unknown} */
                            status: "ready" | "incomplete";
                        };
                        dependencies: {
                            /** Format: date-time */
                            checkedAt: string;
                            error?: string;
                            latencyMs: number;
                            name: string;
                            /** @enum {unknown} */
                            status: "up" | "degraded" | "down";
                        }[];
                        reason?: string;
                        /** @enum {unknown} */
                        status: "ok" | "degraded" | "down";
                        /** Format: date-time */
                        time: string;
                        /** Format: int64 */
                        uptimeSeconds: number;
                        version: string;
                    } & {
                        [key: string]: {
                            /** Format: date-time */
                            generatedAt: string;
                            metrics: {
                                [key: string]: number | boolean;
                            };
                            problems: {
                                action: string;
                                code: string;
                                message: string;
                                /** Format: date-time */
                                since: string;
                            }[];
                            reason?: string;
                            /** @enum {unknown} */
                            status: "ok" | "degraded" | "unknown";
                        };
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayIncidentAlerts: {
        parameters: {
            query?: {
                /** @description How many to replay at most, the oldest first. */
                limit?: number;
            };
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: int64
                             * @description How many dead letters are left.
                             */
                            remaining: number;
                            /**
                             * Format: int64
                             * @description How many are to be sent again.
                             */
                            replayed: number;
                            /**
                             * Format: int64
                             * @description The limit that was asked for.
                             */
                            requested: number;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    testIncidentTransports: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One request, however often it is sent: 1 to 255 printable characters, kept for 7 days.
                 * @example 8e03978e-40d5-43e8-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            transports: {
                                /** @description What the receiver or the network said. */
                                error?: string;
                                passed: boolean;
                                /** Format: date-time */
                                testedAt: string;
                                transport: "primary" | "secondary";
                            }[];
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIncidents: {
        parameters: {
            query?: {
                /** @description `meta.nextCursor` of the page before. Keep the other parameters the same. */
                cursor?: string;
                /** @description A notification key, in full. */
                key?: string;
                /** @description How many at most. */
                limit?: number;
                severity?: "info" | "warning" | "critical";
                status?: "firing" | "resolved";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description The company that is concerned, if one is. */
                            companyId?: string;
                            dedupeKey: string;
                            details: {
                                [key: string]: unknown;
                            };
                            /** Format: date-time */
                            firedAt: string;
                            id: string;
                            key: string;
                            /** Format: date-time */
                            lastNoticeAt: string;
                            /** Format: date-time */
                            lastSeenAt: string;
                            /**
                             * Format: int64
                             * @description How often somebody was to be told: at most once in 15 minutes.
                             */
                            notices: number;
                            /**
                             * Format: int64
                             * @description How often it was seen while it fired.
                             */
                            occurrences: number;
                            /** Format: date-time */
                            resolvedAt?: string;
                            severity: "info" | "warning" | "critical";
                            status: "firing" | "resolved";
                            summary: string;
                        }[];
                        meta: {
                            /** Format: int64 */
                            limit: number;
                            /** @description Asks for the next page. Absent on the last one. */
                            nextCursor?: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["NotAllowed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
    receivePaymentEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
            };
        };
        responses: {
            "4XX": components["responses"]["Refused"];
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @constant */
                            received: true;
                        };
                        meta: {
                            [key: string]: unknown;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            429: components["responses"]["TooMany"];
            500: components["responses"]["Broken"];
            503: components["responses"]["Unavailable"];
        };
    };
}
