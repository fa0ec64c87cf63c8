;;; editor.el --- Emacs with eglot or lsp-mode, in the shop  -*- lexical-binding: t -*-
;;
;; CLIENT   eglot or lsp-mode
;; COMMAND  what starts the server, a JSON list
;; SHOP     the file with the questions
;;
;; A line a check: "ok" or "FAIL", a tab, what was checked, a tab, details.
(require 'cl-lib) (require 'json) (require 'xref) (require 'imenu)

(defun ci-env (name) (or (getenv name) ""))
(defun ci-read (text) (json-parse-string text :object-type 'plist :array-type 'list))
(defvar ci-shop (ci-read (with-temp-buffer (insert-file-contents (ci-env "SHOP")) (buffer-string))))
(defvar ci-command (ci-read (ci-env "COMMAND")))
(defvar ci-eglot (equal (ci-env "CLIENT") "eglot"))
(defvar ci-failed 0)
(prefer-coding-system 'utf-8)
(setq native-comp-enable-subr-trampolines nil native-comp-jit-compilation nil)
(setq enable-local-variables nil auto-save-default nil make-backup-files nil create-lockfiles nil)

(defun ci-check (name ok &optional detail)
  (unless ok (cl-incf ci-failed))
  (let ((text (replace-regexp-in-string "[ \t\n]+" " " (format "%s" (or detail "")))))
    (princ (format "%s\t%s\t%s\n" (if ok "ok" "FAIL") name (if ok "" (substring text 0 (min 500 (length text))))))))

(defun ci-wait (what &optional seconds)
  (let ((end (+ (float-time) (or seconds 30))) result)
    (while (and (not (setq result (funcall what))) (< (float-time) end))
      (accept-process-output nil 0.02))
    result))

;; One mode a language: those of packages would do the same.
(defvar ci-modes
  (mapcar (lambda (q)
            (let ((mode (intern (format "ci-%s-mode" (plist-get q :language)))))
              (eval `(define-derived-mode ,mode prog-mode "ci") t)
              (cons (plist-get q :language) mode)))
          (plist-get ci-shop :questions)))

(setq project-find-functions (list (lambda (_) (cons 'transient (file-name-as-directory (plist-get ci-shop :root))))))

(defun ci-start-eglot ()
  (require 'eglot)
  (setq eglot-sync-connect 60 eglot-autoshutdown nil)
  (add-to-list 'eglot-server-programs
               `(,(mapcar (lambda (m) (list (cdr m) :language-id (car m))) ci-modes)
                 . ,ci-command)))

(defun ci-start-lsp-mode ()
  (load "lsp-mode-autoloads" t t)
  (require 'lsp-mode)
  (setq lsp-session-file (make-temp-name (expand-file-name "ci-lsp-session" temporary-file-directory)) lsp-restart 'ignore
        lsp-auto-guess-root t lsp-guess-root-without-session t lsp-enable-snippet nil lsp-headerline-breadcrumb-enable nil
        lsp-warn-no-matched-clients nil lsp-enable-file-watchers nil lsp-enable-suggest-server-download nil
        lsp-modeline-workspace-status-enable nil lsp-modeline-diagnostics-enable nil lsp-modeline-code-actions-enable nil)
  (dolist (m ci-modes) (add-to-list 'lsp-language-id-configuration (cons (cdr m) (car m))))
  (lsp-register-client
   (make-lsp-client :new-connection (lsp-stdio-connection ci-command) :major-modes (mapcar #'cdr ci-modes) :server-id 'ci))
  (lsp-workspace-folders-add (plist-get ci-shop :root)))

(defun ci-attach ()
  "Has the current buffer served; its name when it is."
  (if ci-eglot
      (progn (eglot-ensure) (run-hooks 'post-command-hook)
             (unless (eglot-current-server) (apply #'eglot--connect (eglot--guess-contact)))
             (ci-wait #'eglot-managed-p))
    (lsp)
    (ci-wait (lambda () (and (lsp-workspaces) (cl-every (lambda (w) (eq 'initialized (lsp--workspace-status w))) (lsp-workspaces)))))))

(defun ci-goto (place &optional down right)
  (goto-char (point-min))
  (forward-line (+ (plist-get place :line) (or down 0)))
  (forward-char (+ (length (decode-coding-string (substring (encode-coding-string (buffer-substring (point) (line-end-position)) 'utf-8) (or right 0)
                                                            (+ (or right 0) (plist-get place :byte)))
                                                 'utf-8))
                   (or right 0))))

(defun ci-point ()
  "Where point is, as text."
  ;; lsp-mode counts a character beyond U+FFFF as one, where the protocol has two, and
  ;; eglot takes columns in files that it does not manage for UTF-16, whatever was
  ;; agreed on: behind such characters columns are off.
  (format "%s:%d:%s" (file-truename buffer-file-name) (1- (line-number-at-pos))
          (if (string-match-p "[^[:ascii:]]" (buffer-substring (line-beginning-position) (line-end-position))) "-"
            (- (point) (line-beginning-position)))))

(defun ci-at (location)
  (let ((m (xref-location-marker location)))
    (with-current-buffer (marker-buffer m) (save-excursion (goto-char m) (ci-point)))))

(defun ci-spot (place)
  (with-current-buffer (find-file-noselect (plist-get place :file)) (save-excursion (ci-goto place) (ci-point))))

(defun ci-on (place &optional down right)
  "Puts point on a name, not at its beginning."
  (ci-goto place down right) (forward-char 2))

(defun ci-request (method params)
  (if ci-eglot (jsonrpc-request (eglot-current-server) (intern (concat ":" method)) params)
    (lsp-request method params)))

(defun ci-here () (if ci-eglot (eglot--TextDocumentPositionParams) (lsp--text-document-position-params)))

(defun ci-get (object key)
  (if (hash-table-p object) (gethash (substring (symbol-name key) 1) object) (plist-get object key)))

(defun ci-definitions ()
  (let ((backend (if ci-eglot 'eglot 'xref-lsp)))
    (mapcar (lambda (x) (ci-at (xref-item-location x))) (xref-backend-definitions backend (xref-backend-identifier-at-point backend)))))

(defun ci-references ()
  (let ((backend (if ci-eglot 'eglot 'xref-lsp)))
    (mapcar (lambda (x) (ci-at (xref-item-location x))) (xref-backend-references backend (xref-backend-identifier-at-point backend)))))

(defun ci-ask (q)
  (let* ((use (plist-get q :use)) (def (list (ci-spot (plist-get q :def))))
         (name (lambda (what) (format "%s: %s" (plist-get q :language) what)))
         (all (mapcar #'ci-spot (plist-get q :all))))
    (find-file (plist-get use :file))
    (funcall (cdr (assoc (plist-get q :language) ci-modes)))
    (ci-check (funcall name "attached") (ci-attach))
    (ci-on use)
    (let ((got (ci-definitions))) (ci-check (funcall name "M-. definition") (equal got def) got))
    (ci-on use)
    ;; lsp-mode counts the declaration in, or does not, as it is told to.
    (let ((got (ci-references)))
      (ci-check (funcall name "M-? references")
                (and (cl-subsetp got all :test #'equal) (cl-subsetp (cl-set-difference all def :test #'equal) got :test #'equal)) (list got all)))
    (unless (equal (plist-get q :symbol) "")
      (let ((got (format "%S" (funcall imenu-create-index-function))))
        (ci-check (funcall name "imenu") (string-match-p (regexp-quote (plist-get q :symbol)) got) got)))
    (ci-on use)
    (let ((got (format "%S" (ci-get (ci-request "textDocument/hover" (ci-here)) :contents))))
      (when (hash-table-p (ci-get (ci-request "textDocument/hover" (ci-here)) :contents))
        (setq got (gethash "value" (ci-get (ci-request "textDocument/hover" (ci-here)) :contents))))
      (ci-check (funcall name "hover") (string-match-p (regexp-quote (plist-get q :hover)) got) got))
    (let ((got (ci-request "workspace/symbol" (list :query (plist-get (plist-get q :def) :name)))))
      (ci-check (funcall name "workspace symbols") (cl-some (lambda (s) (equal (ci-get s :name) (plist-get (plist-get q :def) :name))) got) got))
    (unless (equal (plist-get q :caller) "")
      (ci-on use)
      (let* ((items (ci-request "textDocument/prepareCallHierarchy" (ci-here)))
             (calls (and (> (length items) 0) (ci-request "callHierarchy/incomingCalls" (list :item (elt items 0)))))
             (names (mapcar (lambda (c) (ci-get (ci-get c :from) :name)) calls)))
        (ci-check (funcall name "incoming calls") (member (plist-get q :caller) names) names)))
    ;; What is not saved counts.
    (let* ((comment (plist-get q :comment)) (down (if (equal comment "") 0 1)) (right (if (equal comment "") 6 0)))
      (if (equal comment "") (progn (ci-goto use) (beginning-of-line) (insert "      "))
        (goto-char (point-min)) (insert comment "\n"))
      (ci-on use down right)
      (let ((got (ci-definitions))) (ci-check (funcall name "definition after an edit that is not saved") (equal got def) got)))
    (set-buffer-modified-p nil) (revert-buffer t t t)
    (ci-on use)
    (if ci-eglot (let ((eglot-confirm-server-edits nil)) (eglot-rename (plist-get q :rename))) (lsp-rename (plist-get q :rename)))
    (let ((missing (cl-remove-if (lambda (p)
                                   (with-current-buffer (find-file-noselect (plist-get p :file))
                                     (save-excursion (goto-char (point-min)) (forward-line (plist-get p :line))
                                                     (string-match-p (regexp-quote (plist-get q :rename)) (buffer-substring (point) (line-end-position))))))
                                 (plist-get q :all))))
      (ci-check (funcall name "rename") (null missing) missing))
    (dolist (p (plist-get q :all))
      (with-current-buffer (find-file-noselect (plist-get p :file)) (set-buffer-modified-p nil) (revert-buffer t t t)))))

(condition-case why
    (progn
      (if ci-eglot (ci-start-eglot) (ci-start-lsp-mode))
      (dolist (q (plist-get ci-shop :questions)) (ci-ask q))
      (if ci-eglot
          (progn (eglot-shutdown (eglot-current-server) nil 10) (ci-check "shutdown" t))
        (lsp-workspace-shutdown (car (lsp-workspaces)))
        (ci-check "shutdown" (ci-wait (lambda () (null (lsp-workspaces))) 10))))
  (error (ci-check "the script" nil (format "%S" why))))
(kill-emacs (if (= ci-failed 0) 0 1))
